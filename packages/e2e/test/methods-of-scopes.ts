import type { Scope } from '@wallet-service/grants';

/** What a secret key needs if it is limited. Where the table has two, a request of either needs the method. */
export const methodsOf: Readonly<Record<Scope, readonly string[]>> = {
  lookup: [
    ...['ListSignatureRequests', 'GetSignatureRequest'],
    ...['ListDecisions', 'GetDecision', 'GetWalletGroup', 'ListWalletGroups', 'GetWallet', 'ListWallets'],
    ...['ListAllWallets', 'ListUsers', 'GetPregeneratedWallet', 'NamePeople'],
  ],
  read: [
    ...['ListProviders', 'GetProvider', 'GetApplication', 'ListSecretKeys', 'GetApplicationDocument'],
    ...['GetSettings', 'GetPolicy', 'ListPolicies', 'ListPolicyRevisions', 'EvaluateDryRun'],
    ...['EvaluateDecisions', 'ListWarnings', 'LookAtIssuer'],
    ...['GetTrustStatus', 'ListJournal', 'GetLogFile', 'ListEndpoints', 'GetEndpoint', 'ListDeliveries'],
    ...['ListMembers', 'GetApprovalRule', 'AskForChange', 'ListChangeRequests', 'GetChangeRequest'],
    ...['BeginChange', 'EndChange'],
  ],
  sign: ['Sign'],
  wallets: [
    ...['CreateWalletGroup', 'CreateWallet', 'RotateAccessKey', 'RecoverAccessKey', 'GetImportKey'],
    ...['ImportPrivateKey', 'PregenerateWallets'],
  ],
  export: ['ExportPrivateKey'],
  policies: ['CreatePolicy', 'UpdatePolicy', 'DeletePolicy'],
  settings: ['UpdateSettings', 'UpdateApplication', 'ListProviders'],
  providers: [
    ...['CreateProvider', 'UpdateProvider', 'DeleteProvider', 'RefreshProvider', 'SubmitApplicationDocument'],
    ...['GetProvider', 'GetSettings', 'GetTrustStatus'],
  ],
  webhooks: [
    'CreateEndpoint',
    'UpdateEndpoint',
    'DeleteEndpoint',
    'RotateSecret',
    'Redeliver',
    'SendTestEvent',
  ],
  keys: ['CreateSecretKey', 'UpdateSecretKey', 'RevokeSecretKey'],
  members: ['AddMember', 'UpdateMember', 'RemoveMember', 'SetApprovalRule', 'WithdrawApprovals'],
  approvals: [
    ...['CreateApprovalChallenge', 'ApproveChange', 'DeclineChange', 'VouchForApprover'],
    ...['CreateSignatureChallenge', 'ApproveSignature', 'DeclineSignature'],
  ],
};
