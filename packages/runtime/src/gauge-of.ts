import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

/** The current value of a gauge: a number, or one for each combination of labels. */
export type Reading =
  | number
  | readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];

const giveUpMs = 2_000;

/**
 * A gauge that is read when the metrics are requested. If it cannot be read within 2 s, for example while the
 * database is down, it is left out of the page. Labels MUST come from closed sets.
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
      // A gauge without labels would report 0 if it has no reading.
      else if (labels.length === 0) this.remove();
    },
  });
}
