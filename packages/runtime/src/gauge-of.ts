import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** What a gauge says now: a number, or one for each combination of labels. */
export type Reading =
  number | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];

const giveUpMs = 2_000;

/**
 * A gauge that is read when somebody asks for the metrics. One that cannot be read within 2 s, such as while
 * the database is away, is absent, and the rest of the page is there. Labels MUST come from closed sets.
 */
export function gaugeOf(
  registry: Registry,
  { name, help, labels = [] }: { readonly name: string; readonly help: string; readonly labels?: string[] },
  read: () => Reading | Promise<Reading>,
): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [registry],
    async collect() {
      const reading = await Promise.race([
        Promise.resolve().then(read),
        sleep(giveUpMs, undefined, { ref: false }),
      ]).catch(() => undefined);
      this.reset();
      if (typeof reading === 'number') this.set(reading);
      else if (reading) for (const each of reading) this.set(each.labels, each.value);
      // Without a reading a gauge without labels would say 0.
      else if (labels.length === 0) this.remove();
    },
  });
}
