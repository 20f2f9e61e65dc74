type Sums = {
  readonly changes: readonly {
    readonly was: string;
    readonly would_be: string;
    readonly decisions: number;
  }[];
  readonly not_judged: readonly { readonly because: string; readonly decisions: number }[];
};

const outcomes: Readonly<Record<string, string>> = {
  allow: 'allowed',
  deny: 'denied',
  require_mfa: 'a second factor',
  require_approval: 'approvals',
};
const reasons: Readonly<Record<string, string>> = {
  older_release: 'from a release that did not store the request',
  too_large: 'the request has more than 16 KiB and is not stored',
  unreadable: 'the stored request cannot be opened',
  undecodable: 'this release cannot read the request',
};

/** How many decisions change from what to what, in a sentence. */
export function changesInWords({ changes }: Pick<Sums, 'changes'>): string {
  const each = changes.map(
    ({ was, would_be: wouldBe, decisions }) => `${decisions} from ${named(was)} to ${named(wouldBe)}`,
  );
  return each.length === 0 ? '' : `${each.join(', ')}.`;
}

/** How many decisions cannot be judged, and why. */
export function unjudgedInWords({ not_judged: notJudged }: Pick<Sums, 'not_judged'>): string {
  const each = notJudged.map(({ because, decisions }) => `${decisions} (${reasons[because] ?? because})`);
  return `Not judged: ${each.join(', ')}.`;
}

const named = (outcome: string): string => outcomes[outcome] ?? outcome;
