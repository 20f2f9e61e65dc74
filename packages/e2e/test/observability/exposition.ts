/** A metric as Prometheus' text format shows it. */
export type Family = {
  readonly name: string;
  readonly type: string;
  readonly help: string | undefined;
  readonly samples: Sample[];
};
export type Sample = {
  /** For histograms and summaries with `_bucket`, `_count` or `_sum` at the end. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Throws for a line that is not in the format. */
export function parseExposition(page: string): readonly Family[] {
  const helps = new Map<string, string>();
  const families = new Map<string, Family>();
  for (const line of page.split('\n')) {
    if (line === '') continue;
    const [, keyword, about = '', text = ''] = /^# (HELP|TYPE|signer) ?(\S*) ?(.*)$/.exec(line) ?? [];
    if (keyword === 'HELP') helps.set(about, text);
    else if (keyword === 'TYPE') {
      families.set(about, { name: about, type: text, help: helps.get(about), samples: [] });
    } else if (keyword === undefined) {
      const sample = sampleOf(line);
      const family =
        families.get(sample.name) ?? families.get(sample.name.replace(/_(bucket|count|sum)$/, ''));
      if (!family) throw new Error(`a sample of nothing: ${line}`);
      family.samples.push(sample);
    }
  }
  return [...families.values()];
}

function sampleOf(line: string): Sample {
  const [, name = '', braces = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (value === undefined) throw new Error(`not a sample: ${line}`);
  const labels = Object.fromEntries(
    [...braces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]),
  );
  return { name, labels, value: Number(value) };
}
