/** Why the person makes a change. Whoever asks for it sends it with that change, and with no other. */
export function ReasonField({
  reason,
  onReason,
}: {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}) {
  return (
    <label className="field">
      <span>Reason for the journal</span>
      <input
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => {
          onReason(event.target.value);
        }}
      />
    </label>
  );
}
