import * as operations from '../generated/operations.js';
import { answer, list } from './method.js';

// Functions, so that a bundler leaves out the table that a user does not need.

/** The operations that a secret key may use, and those that need no credential, by resource. */
export const applicationTable = () =>
  ({
    ...walletTable(),
    policies: {
      create: answer(operations.createPolicy, 'body'),
      list: list(operations.listPolicies, 'query'),
      get: answer(operations.getPolicy, 'nothing'),
      update: answer(operations.updatePolicy, 'body'),
      delete: answer(operations.deletePolicy, 'nothing'),
      evaluate: answer(operations.evaluatePolicies, 'body'),
      evaluateDecisions: answer(operations.evaluateDecisions, 'body'),
      warnings: answer(operations.listPolicyWarnings, 'nothing'),
      decisions: list(operations.listDecisions, 'query', 'before'),
      revisions: list(operations.listPolicyRevisions, 'nothing'),
    },
    decisions: {
      list: list(operations.listAllDecisions, 'query', 'before'),
      get: answer(operations.getDecision, 'nothing'),
    },
    providers: {
      create: answer(operations.createProvider, 'body'),
      list: list(operations.listProviders, 'nothing'),
      get: answer(operations.getProvider, 'nothing'),
      update: answer(operations.updateProvider, 'body'),
      delete: answer(operations.deleteProvider, 'nothing'),
      refresh: answer(operations.refreshProvider, 'nothing'),
      lookAt: answer(operations.lookAtIssuer, 'body'),
      status: answer(operations.getProviderStatus, 'nothing'),
    },
    trust: {
      get: answer(operations.getTrust, 'nothing'),
      submit: answer(operations.submitTrust, 'body'),
    },
    application: {
      get: answer(operations.getApplication, 'nothing'),
      update: answer(operations.updateApplication, 'body'),
      /** Requests, errors and latency. */
      statistics: answer(operations.getStatistics, 'query'),
    },
    refusals: {
      /** Requests that were refused without a decision, newest first. */
      list: answer(operations.listRefusals, 'query'),
    },
    /** The application's own. Making and changing them needs a key without scopes. */
    secretKeys: {
      create: answer(operations.createSecretKey, 'body'),
      list: list(operations.listSecretKeys, 'nothing'),
      update: answer(operations.updateSecretKey, 'body'),
      revoke: answer(operations.revokeSecretKey, 'nothing'),
    },
    /** The people of the application. */
    members: {
      add: answer(operations.addMember, 'body'),
      list: list(operations.listMembers, 'query'),
      update: answer(operations.updateMember, 'body'),
      remove: answer(operations.removeMember, 'nothing'),
    },
    ...approvalTable(),
    /** The journal. A page has `size` and `checkpoint` too. */
    audit: { list: list(operations.listJournal, 'query', 'after') },
    webhooks: {
      create: answer(operations.createWebhookEndpoint, 'body'),
      list: list(operations.listWebhookEndpoints, 'nothing'),
      get: answer(operations.getWebhookEndpoint, 'nothing'),
      update: answer(operations.updateWebhookEndpoint, 'body'),
      delete: answer(operations.deleteWebhookEndpoint, 'nothing'),
      rotateSecret: answer(operations.rotateWebhookSecret, 'body'),
      deliveries: list(operations.listWebhookDeliveries, 'query', 'before'),
      redeliver: answer(operations.redeliverWebhook, 'nothing'),
      test: answer(operations.testWebhookEndpoint, 'nothing'),
    },
    pregeneratedWallets: {
      create: answer(operations.pregenerateWallet, 'body'),
      createMany: answer(operations.pregenerateWallets, 'body'),
      get: answer(operations.getPregeneratedWallet, 'query'),
    },
    attestation: { get: answer(operations.getAttestation, 'query') },
  }) as const;

const approvalTable = () =>
  ({
    /** Which changes need the approval of several owners. */
    approvalRule: {
      get: answer(operations.getApprovalRule, 'nothing'),
      set: answer(operations.setApprovalRule, 'body'),
    },
    /** Changes that need it. Only people approve and decline, in their session. */
    changeRequests: {
      create: answer(operations.createChangeRequest, 'body'),
      list: list(operations.listChangeRequests, 'query', 'before'),
      get: answer(operations.getChangeRequest, 'nothing'),
      challenge: answer(operations.createApprovalChallenge, 'nothing'),
      approve: answer(operations.approveChangeRequest, 'body'),
      decline: answer(operations.declineChangeRequest, 'nothing'),
      carryOut: answer(operations.carryOutChangeRequest, 'nothing'),
    },
    /** Signatures that a rule lets owners approve. Only people approve and decline, in their session. */
    signatureRequests: {
      list: list(operations.listSignatureRequests, 'query', 'before'),
      get: answer(operations.getSignatureRequest, 'nothing'),
      challenge: answer(operations.createSignatureChallenge, 'nothing'),
      approve: answer(operations.approveSignatureRequest, 'body'),
      decline: answer(operations.declineSignatureRequest, 'nothing'),
    },
  }) as const;

const walletTable = () =>
  ({
    walletGroups: {
      create: answer(operations.createWalletGroup, 'body'),
      list: list(operations.listWalletGroups, 'query', 'after'),
      get: answer(operations.getWalletGroup, 'nothing'),
    },
    /** Of the Core interface. */
    wallets: {
      create: answer(operations.createWallet, 'body'),
      list: list(operations.listWallets, 'query', 'after'),
      get: answer(operations.getWallet, 'nothing'),
      rotateAccessKey: answer(operations.rotateAccessKey, 'body'),
      recoverAccessKey: answer(operations.recoverAccessKey, 'body'),
      importKey: answer(operations.getImportKey, 'query'),
      /** `importWallet` of `@wallet-service/sdk/keys` does all of it. */
      import: answer(operations.importWallet, 'body'),
      /** `exportWallet` of `@wallet-service/sdk/keys` does all of it. */
      export: answer(operations.exportWallet, 'body'),
      signData: answer(operations.coreSignData, 'body'),
      signMessage: answer(operations.coreSignMessage, 'body'),
      signTransaction: answer(operations.coreSignTransaction, 'body'),
    },
    /** Of both interfaces. */
    allWallets: { list: list(operations.listAllWallets, 'query', 'after') },
    users: { list: list(operations.listUsers, 'query', 'after') },
  }) as const;

/** The operations of the installation's operator. */
export const operatorTable = () =>
  ({
    applications: {
      create: answer(operations.adminCreateApplication, 'body'),
      list: list(operations.adminListApplications, 'query', 'after'),
      get: answer(operations.adminGetApplication, 'nothing'),
      update: answer(operations.adminUpdateApplication, 'body'),
      removeApprovalRule: answer(operations.adminRemoveApprovalRule, 'nothing'),
    },
    secretKeys: {
      create: answer(operations.adminCreateSecretKey, 'body'),
      list: list(operations.adminListSecretKeys, 'nothing'),
      update: answer(operations.adminUpdateSecretKey, 'body'),
      revoke: answer(operations.adminRevokeSecretKey, 'nothing'),
    },
    people: {
      invite: answer(operations.adminInvitePerson, 'body'),
      list: list(operations.adminListPeople, 'query', 'after'),
      renewInvitation: answer(operations.adminRenewInvitation, 'nothing'),
      disable: answer(operations.adminDisablePerson, 'nothing'),
    },
    /** The journal of the installation. A page has `size` and `checkpoint` too. */
    audit: { list: list(operations.adminListJournal, 'query', 'after') },
    /** Which processes answer. */
    health: { get: answer(operations.adminGetHealth, 'nothing') },
    /** How old they are. A page has `totals` too. */
    keySets: { list: list(operations.adminListKeySets, 'query', 'after') },
  }) as const;

/** How people sign in, and their own access. */
export const personTable = () =>
  ({
    session: {
      challenge: answer(operations.createSignInChallenge, 'nothing'),
      signIn: answer(operations.signIn, 'body'),
      get: answer(operations.getSession, 'nothing'),
      signOut: answer(operations.signOut, 'nothing'),
      end: answer(operations.endSession, 'nothing'),
    },
    stepUp: {
      challenge: answer(operations.createStepUpChallenge, 'nothing'),
      confirm: answer(operations.stepUp, 'body'),
    },
    invitation: {
      challenge: answer(operations.createInvitationChallenge, 'body'),
      accept: answer(operations.acceptInvitation, 'body'),
    },
    passkeys: {
      challenge: answer(operations.createPasskeyChallenge, 'nothing'),
      add: answer(operations.addPasskey, 'body'),
      remove: answer(operations.removePasskey, 'nothing'),
    },
  }) as const;
