type Family = { readonly header: string; readonly samples: string[] };

/**
 * The metrics of all signers as one page in the Prometheus text format. Every sample gets the label `signer`,
 * the name that the signer chose at its start. Samples of one metric are grouped, as the format requires. A
 * signer that answers over several streams counts once.
 */
export function mergeSignerMetrics(pages: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const [signer, page] of bySigner(pages)) addTo(families, signer, page);
  return [...families.values()].map(({ header, samples }) => [header, ...samples, ''].join('\n')).join('');
}

function bySigner(pages: readonly string[]): Map<string, string> {
  return new Map(pages.map((page) => [/^# signer ([\w-]{1,40})$/m.exec(page)?.[1] ?? 'unknown', page]));
}

function addTo(families: Map<string, Family>, signer: string, page: string): void {
  let samples: string[] = [];
  for (const line of page.split('\n')) {
    const name = /^# TYPE (\S+) /.exec(line)?.[1];
    if (name !== undefined) {
      const family = families.get(name) ?? { header: line, samples: [] };
      families.set(name, family);
      samples = family.samples;
    } else if (line !== '' && !line.startsWith('#')) samples.push(labelled(line, signer));
  }
}

function labelled(sample: string, signer: string): string {
  const label = `signer="${signer}"`;
  return /^[^{ ]+\{/.test(sample) ? sample.replace('{', `{${label},`) : sample.replace(' ', `{${label}} `);
}
