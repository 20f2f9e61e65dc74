/**
 * The metrics of all connected signers as one page of the Prometheus text format: every sample gets the label `signer`, the signer's
 * position among those that answered, and the samples of one metric stand together, as the format wants it.
 */
export function mergeSignerMetrics(pages: readonly string[]): string {
  const families = new Map<string, { readonly header: string; readonly samples: string[] }>();
  pages.forEach((page, signer) => {
    let samples: string[] = [];
    for (const line of page.split('\n')) {
      const name = /^# TYPE (\S+) /.exec(line)?.[1];
      if (name !== undefined) {
        const family = families.get(name) ?? { header: line, samples: [] };
        families.set(name, family);
        samples = family.samples;
      } else if (line !== '' && !line.startsWith('#')) samples.push(labelled(line, signer));
    }
  });
  return [...families.values()].map(({ header, samples }) => [header, ...samples, ''].join('\n')).join('');
}

function labelled(sample: string, signer: number): string {
  const label = `signer="${signer}"`;
  return /^[^{ ]+\{/.test(sample) ? sample.replace('{', `{${label},`) : sample.replace(' ', `{${label}} `);
}
