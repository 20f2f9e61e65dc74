/** Something that a change can be about: where it is read, and what of it owners see before they approve. */
export type ShownResource = {
  /** The path that shows it. */
  readonly path: string;
  /** `path` shows a list, in which it has this id. Undefined: `path` shows it alone. */
  readonly listed?: { readonly id: string; readonly by: string };
  /** Members that are not shown, and make no change outdated. */
  readonly leftOut: (resource: Resource) => readonly string[];
};

type Resource = Readonly<Record<string, unknown>>;
type Kind = {
  readonly path: RegExp;
  /** The member that is the id, if it is read from a list. */
  readonly listedBy?: string;
  readonly leftOut: ShownResource['leftOut'];
};

const none = (): readonly string[] => [];

/** Left out: what changes by itself, and, of people, what the journal does not keep. */
const kinds: readonly Kind[] = [
  { path: /^(\/v1\/policy\/[^/]+)(?:\/|$)/, leftOut: none },
  // When it changed is told by what changed. The service says itself why it no longer sends.
  { path: /^(\/v1\/webhook\/[^/]+)(?:\/|$)/, leftOut: () => ['time_updated', 'disabled_reason'] },
  {
    path: /^(\/v1\/identity\/provider\/[^/]+)(?:\/|$)/,
    // Witnesses find it, and find another one when the issuer moves it.
    leftOut: ({ discovered }) => (discovered === true ? ['jwks_uri'] : []),
  },
  { path: /^(\/v1\/application)(?:\/|$)/, leftOut: () => ['time_updated'] },
  { path: /^(\/v1\/approval_rule)(?:\/|$)/, leftOut: none },
  {
    path: /^(\/v1\/secret_key)\/([^/]+)(?:\/|$)/,
    listedBy: 'id',
    leftOut: () => ['time_last_used'],
  },
  {
    path: /^(\/v1\/member)\/([^/]+)(?:\/|$)/,
    listedBy: 'person_id',
    leftOut: () => ['email', 'time_created', 'time_removed', 'state', 'time_invitation_expires'],
  },
];

/** What a change of `path` is about. Undefined: something new. */
export function shownResourceOf(path: string): ShownResource | undefined {
  for (const kind of kinds) {
    const [, at, id] = kind.path.exec(path) ?? [];
    if (at === undefined) continue;
    const listed = kind.listedBy !== undefined && id !== undefined && { id, by: kind.listedBy };
    return { path: at, ...(listed && { listed }), leftOut: kind.leftOut };
  }
  return undefined;
}

/** What owners see of it. `answer`: what its path shows. Undefined: it is not there. */
export function shownIn({ listed, leftOut }: ShownResource, answer: unknown): Resource | undefined {
  const { data = [] } = answer as { readonly data?: readonly Resource[] };
  const found = listed ? data.find((one) => one[listed.by] === listed.id) : (answer as Resource);
  return found && without(found, leftOut(found));
}

function without(resource: Resource, names: readonly string[]): Resource {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !names.includes(name)));
}
