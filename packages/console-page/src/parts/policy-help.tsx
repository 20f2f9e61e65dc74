import { useState } from 'react';
import { Dialog } from './dialog.tsx';

const everywhere = 'eq, neq, in, not_in';
const integers = `${everywhere}, gt, gte, lt, lte`;
const texts = `${everywhere}, contains, starts_with`;

// As the API's document says it of a rule.
const sources: readonly (readonly [source: string, fields: string, operators: string])[] = [
  ['ethereum_transaction', 'to', everywhere],
  [
    'ethereum_transaction',
    'value, chain_id, gas, nonce, gas_price, max_fee_per_gas, max_priority_fee_per_gas, max_total_fee',
    integers,
  ],
  ['ethereum_transaction', 'data, type', texts],
  [
    'ethereum_calldata',
    'function_name, or function.argument (with abi)',
    `${integers}, contains, starts_with`,
  ],
  [
    'typed_data',
    'typed_data_domain_name, …_version, …_chainId, …_verifyingContract, typed_data_primary_type, ' +
      'typed_data_message_PATH',
    'as the type of the field',
  ],
  ['ethereum_7702_authorization', 'contract, chain_id, nonce', integers],
  ['solana_transaction', 'max_fee', integers],
  ['solana_program_instruction', 'programId', everywhere],
  [
    'solana_system_program_instruction',
    'instructionName, Transfer.from, Transfer.to, Transfer.lamports',
    'as the type of the field',
  ],
  [
    'solana_token_program_instruction',
    'instructionName, Transfer.destination, Transfer.amount, Approve.…, Burn.…',
    'as the type of the field',
  ],
  ['bitcoin_transaction', 'output_address, output_amount, total_amount, fee (satoshis)', integers],
  ['message', 'content', texts],
  ['message', 'length (bytes)', integers],
  ['spending_window', 'native_amount, or token_amount with token (with window_seconds)', 'gt, gte'],
  ['system', 'current_unix_timestamp', integers],
];
const methods: readonly (readonly [chain: string, methods: string])[] = [
  [
    'ETH',
    'eth_signTransaction, personal_sign, eth_signTypedData_v4 (covers all versions), eth_sign (a bare hash), ' +
      'eth_sign7702Authorization, exportPrivateKey, *',
  ],
  ['SOL, BTC', 'signTransaction, signMessage, exportPrivateKey, *'],
];

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
                <dd className="small">{names}</dd>
              </div>
            ))}
            <div>
              <dt>Actions</dt>
              <dd className="small">
                DENY, ALLOW and require_approval in GLOBAL policies, require_mfa in STEP_UP policies
              </dd>
            </div>
          </dl>
          <ul className="rows">
            {sources.map(([source, fields, operators]) => (
              <li key={source + fields} className="help-row">
                <code>{source}</code>
                <span className="small">{fields}</span>
                <span className="quiet small">{operators}</span>
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
