import { useId, useState } from 'react';
import { isAlike } from '../alike.ts';
import { valuesIn, type Setting } from '../setting-list.ts';

/** One setting, with what it means. */
export function SettingField({
  field,
  value,
  isReadOnly,
  onChange,
}: {
  readonly field: Setting;
  readonly value: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (value: unknown) => void;
}) {
  const id = useId();
  const help = `${id}-help`;
  return (
    <div className="setting">
      <div>
        <label htmlFor={id}>{field.label}</label>
        <p className="help" id={help}>
          {field.help}
        </p>
      </div>
      <Control field={field} value={value} isReadOnly={isReadOnly} onChange={onChange} id={id} help={help} />
    </div>
  );
}

type ControlProps = Parameters<typeof SettingField>[0] & { readonly id: string; readonly help: string };

function Control({ field, value, isReadOnly, onChange, id, help }: ControlProps) {
  if (field.kind === 'switch')
    return (
      <input
        id={id}
        type="checkbox"
        aria-describedby={help}
        checked={value === true}
        disabled={isReadOnly}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
    );
  if (field.kind === 'choice')
    return (
      <select
        id={id}
        aria-describedby={help}
        value={String(value)}
        disabled={isReadOnly}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        {field.choices.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'number')
    return (
      <input
        id={id}
        type="number"
        aria-describedby={help}
        min={field.least}
        max={field.most}
        required
        value={Number.isNaN(value) ? '' : Number(value)}
        readOnly={isReadOnly}
        onChange={(event) => {
          onChange(event.target.valueAsNumber);
        }}
      />
    );
  return (
    <Lines of={field.of} value={value} isReadOnly={isReadOnly} onChange={onChange} id={id} help={help} />
  );
}

function Lines({
  of,
  value,
  isReadOnly,
  onChange,
  id,
  help,
}: Omit<ControlProps, 'field'> & { readonly of: 'text' | 'number' }) {
  const [typed, setTyped] = useState('');
  // As it was typed, unless the value has become another one since.
  const text = isAlike(valuesIn(typed, of), value)
    ? typed
    : (value as readonly unknown[]).map(String).join('\n');
  return (
    <textarea
      id={id}
      className="code"
      aria-describedby={help}
      rows={Math.max(2, text.split('\n').length)}
      spellCheck={false}
      readOnly={isReadOnly}
      placeholder="one a line"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(valuesIn(event.target.value, of));
      }}
    />
  );
}
