// Original file: proto/policy/v1/policy.proto

import type { Texts as _policy_v1_Texts, Texts__Output as _policy_v1_Texts__Output } from '../../policy/v1/Texts.js';
import type { ChainIds as _policy_v1_ChainIds, ChainIds__Output as _policy_v1_ChainIds__Output } from '../../policy/v1/ChainIds.js';

export interface SettingsChanges {
  'policyEvaluationEnabled'?: (boolean);
  'recencyWindowMinutes'?: (number);
  'defaultAction'?: (string);
  'rawHashSigning'?: (string);
  'eip7702AnyChain'?: (string);
  'embeddedWalletProviderIds'?: (_policy_v1_Texts | null);
  'embeddedWalletIssuers'?: (_policy_v1_Texts | null);
  'mfaAcrValues'?: (_policy_v1_Texts | null);
  'plainChainIds'?: (_policy_v1_ChainIds | null);
  'denialDetail'?: (string);
  'chainIdCheck'?: (string);
  '_policyEvaluationEnabled'?: "policyEvaluationEnabled";
  '_recencyWindowMinutes'?: "recencyWindowMinutes";
  '_defaultAction'?: "defaultAction";
  '_rawHashSigning'?: "rawHashSigning";
  '_eip7702AnyChain'?: "eip7702AnyChain";
  '_denialDetail'?: "denialDetail";
  '_chainIdCheck'?: "chainIdCheck";
}

export interface SettingsChanges__Output {
  'policyEvaluationEnabled'?: (boolean);
  'recencyWindowMinutes'?: (number);
  'defaultAction'?: (string);
  'rawHashSigning'?: (string);
  'eip7702AnyChain'?: (string);
  'embeddedWalletProviderIds': (_policy_v1_Texts__Output | null);
  'embeddedWalletIssuers': (_policy_v1_Texts__Output | null);
  'mfaAcrValues': (_policy_v1_Texts__Output | null);
  'plainChainIds': (_policy_v1_ChainIds__Output | null);
  'denialDetail'?: (string);
  'chainIdCheck'?: (string);
  '_policyEvaluationEnabled'?: "policyEvaluationEnabled";
  '_recencyWindowMinutes'?: "recencyWindowMinutes";
  '_defaultAction'?: "defaultAction";
  '_rawHashSigning'?: "rawHashSigning";
  '_eip7702AnyChain'?: "eip7702AnyChain";
  '_denialDetail'?: "denialDetail";
  '_chainIdCheck'?: "chainIdCheck";
}
