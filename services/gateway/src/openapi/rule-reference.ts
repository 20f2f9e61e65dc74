/**
 * What a rule can say, for readers who have only the API document. A test compares this text with the policy service.
 */
export const ruleReference = [
  'All `conditions` (1 to 50) of a rule must hold. `action`: DENY, ALLOW or ' +
    'require_approval in GLOBAL policies, require_mfa in STEP_UP policies. DENY wins over ' +
    'require_approval, which wins over require_mfa, which wins over ALLOW, in any order. ' +
    '`approvals`: of require_approval, how many owners must approve (1 to 10; absent: 1).',
  '',
  '`method`, for ETH: eth_signTransaction; eth_signTypedData, eth_signTypedData_v1, ' +
    'eth_signTypedData_v3, eth_signTypedData_v4 (each covers all versions); personal_sign; ' +
    'eth_sign (a bare hash); eth_sign7702Authorization; exportPrivateKey. For SOL and BTC: ' +
    'signTransaction (also a SOL message that is a transaction), signMessage, exportPrivateKey. ' +
    '`*` is every method, including exports and delegations. Its conditions have the field ' +
    'source `system`.',
  '',
  '`field_source` and its `field`s:',
  '- ethereum_transaction: to, value, chain_id, data, gas, nonce, gas_price, max_fee_per_gas, ' +
    'max_priority_fee_per_gas, max_fee_per_blob_gas, max_total_fee, type',
  '- ethereum_calldata, with `abi`: function_name, or function.argument.nested',
  '- typed_data: typed_data_domain_name, typed_data_domain_version, typed_data_domain_chainId, ' +
    'typed_data_domain_verifyingContract, typed_data_domain_salt, typed_data_primary_type, ' +
    'typed_data_message_ and the path of a member',
  '- ethereum_7702_authorization: contract, chain_id, nonce',
  '- solana_transaction: max_fee',
  '- solana_program_instruction: programId',
  '- solana_system_program_instruction: instructionName, Transfer.from, Transfer.to, ' + 'Transfer.lamports',
  '- solana_token_program_instruction: instructionName, and Transfer, Approve, Burn, MintTo, ' +
    'CloseAccount, SetAuthority, InitializeAccount3 with the names of their members, such as ' +
    'Transfer.destination',
  '- bitcoin_transaction: output_address, output_amount, total_amount, fee (satoshis; an ' +
    'address of any network is compared as its output script)',
  '- message: content, length (bytes)',
  '- spending_window, with `window_seconds` (60 to 2592000): native_amount, or token_amount ' +
    'with `token`. The sum over all chain ids, of one wallet',
  '- system: current_unix_timestamp (seconds)',
  '',
  'DENY and require_mfa rules for eth_signTransaction also reach typed data that others make a ' +
    'transaction of (ZK Stack transactions, ERC-2771 forward requests, SafeTx, CallPermit). ' +
    'Typed data that may move value in a way that is not known here, user operations (ERC-4337) ' +
    'and messages that may be hashes are unknown to spending windows and to rules that look at ' +
    'to, value, data or calldata, and so refused; sign-in messages and votes are not. An ALLOW ' +
    'or require_mfa rule that names the primary type and the domain (typed_data_primary_type, ' +
    'and typed_data_domain_name or typed_data_domain_verifyingContract, with eq or in) answers ' +
    'for a schema that is not known.',
  '',
  '`operator`: eq, neq for all; in, not_in for all but booleans; gt, gte, lt, lte for integers; contains, ' +
    'starts_with for text and bytes. Integers up to uint256 as decimal text, 0x hex or numbers. ' +
    'A condition that can never match or be evaluated is refused, with the path of the field.',
].join('\n');
