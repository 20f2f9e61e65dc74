import { useState } from 'react';
import { actionsOf, methodsOf, sources, type Fields, type Named } from '../policy-language.ts';
import { Dialog } from './dialog.tsx';

/** Methods of chains that have the same. */
const methods = [
  ['ETH', methodsOf['ETH'] ?? []],
  ['SOL, BTC', methodsOf['SOL'] ?? []],
] as const;

/** What a rule can be made of. */
export function PolicyHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="compact"
        onClick={() => {
          setOpen(true);
        }}
      >
        What a rule can say
      </button>
      {isOpen && (
        <Dialog
          title="What a rule can say"
          isWide
          onClose={() => {
            setOpen(false);
          }}
        >
          <p>
            All conditions of a rule must hold.{' '}
            <strong>
              DENY wins over require_approval, which wins over require_mfa, which wins over ALLOW
            </strong>
            , in any order. A condition that the request does not show makes a DENY fire, and never an ALLOW.
          </p>
          <dl className="facts">
            {methods.map(([chain, names]) => (
              <div key={chain}>
                <dt>Methods of {chain}</dt>
                <dd className="small">{inWords(names)}</dd>
              </div>
            ))}
            <div>
              <dt>Actions</dt>
              <dd className="small">
                {Object.entries(actionsOf)
                  .map(([scope, actions]) => `${inWords(actions)} in ${scope} policies`)
                  .join('. ')}
              </dd>
            </div>
          </dl>
          <ul className="rows">
            {sources.map(({ name, about, fields }) => (
              <li key={name} className="help-source">
                <p>
                  <code>{name}</code> <span className="quiet small">{about}</span>
                </p>
                {fields.map((group) => (
                  <div key={namesOf(group)} className="help-row small">
                    <span>{namesOf(group)}</span>
                    <span className="quiet">{group.about}</span>
                    <span className="quiet">{group.operators.join(', ')}</span>
                  </div>
                ))}
              </li>
            ))}
          </ul>
          <div className="actions">
            <button
              type="button"
              className="primary"
              onClick={() => {
                setOpen(false);
              }}
            >
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function inWords(names: readonly Named[]): string {
  return names.map(({ name, about }) => `${name} (${about})`).join(', ');
}

/** Members of one thing together: `Transfer.{from, to}`. */
function namesOf({ fields, open }: Fields): string {
  const members = new Map<string, string[]>();
  for (const field of fields) {
    const [thing = '', member] = field.split('.');
    members.set(thing, [...(members.get(thing) ?? []), ...(member === undefined ? [] : [member])]);
  }
  const names = [...members].map(([thing, all]) =>
    all.length === 0 ? thing : all.length === 1 ? `${thing}.${all[0] ?? ''}` : `${thing}.{${all.join(', ')}}`,
  );
  return [...names, ...(open ? [open.shown] : [])].join(', ');
}
