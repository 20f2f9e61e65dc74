// Original file: proto/policy/v1/policy.proto

import type { Ruling as _policy_v1_Ruling, Ruling__Output as _policy_v1_Ruling__Output } from '../../policy/v1/Ruling.js';

export interface DecisionAgain {
  'id'?: (string);
  'time'?: (string);
  'walletId'?: (string);
  'chain'?: (string);
  'operation'?: (string);
  'method'?: (string);
  'was'?: (_policy_v1_Ruling | null);
  'wouldBe'?: (_policy_v1_Ruling | null);
  'notJudged'?: (string);
  'assumptions'?: (string)[];
}

export interface DecisionAgain__Output {
  'id': (string);
  'time': (string);
  'walletId': (string);
  'chain': (string);
  'operation': (string);
  'method': (string);
  'was': (_policy_v1_Ruling__Output | null);
  'wouldBe': (_policy_v1_Ruling__Output | null);
  'notJudged': (string);
  'assumptions': (string)[];
}
