import { useEffect, useSyncExternalStore } from 'react';
import { currentReason, leaveReason, onReason, setReason } from '../change-reason.ts';

/** Why the person makes a change. It begins empty, and is empty again when the change is made. */
export function ReasonField() {
  const reason = useSyncExternalStore(onReason, currentReason);
  useEffect(() => {
    setReason('');
    return leaveReason;
  }, []);
  return (
    <label className="field">
      <span>Reason for the journal</span>
      <input
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
        }}
      />
    </label>
  );
}
