type Numbers = Readonly<Record<string, number>>;

const prefix = 'wallet_service_signer_';

/**
 * Calls by method and outcome, and their duration, in the Prometheus text format. The first line names this
 * signer by `instance`, so that a caller with several streams can tell signers apart.
 */
export class Metrics {
  readonly #instance: string;
  readonly #calls = new Map<string, number>();
  readonly #seconds = new Map<string, { count: number; sum: number }>();

  constructor(instance: string) {
    this.#instance = instance;
  }

  count(method: string, outcome: string, seconds: number): void {
    const labels = `method="${method}",outcome="${outcome}"`;
    this.#calls.set(labels, (this.#calls.get(labels) ?? 0) + 1);
    const { count, sum } = this.#seconds.get(method) ?? { count: 0, sum: 0 };
    this.#seconds.set(method, { count: count + 1, sum: sum + seconds });
  }

  /** `numbers`: other metrics. A name that ends with `_total` is a counter. */
  render(numbers: Numbers): string {
    const lines = [`# signer ${this.#instance}`, `# TYPE ${prefix}calls_total counter`];
    for (const [labels, value] of this.#calls) lines.push(`${prefix}calls_total{${labels}} ${value}`);
    lines.push(`# TYPE ${prefix}call_duration_seconds summary`);
    for (const [method, { count, sum }] of this.#seconds) {
      lines.push(`${prefix}call_duration_seconds_count{method="${method}"} ${count}`);
      lines.push(`${prefix}call_duration_seconds_sum{method="${method}"} ${sum.toFixed(6)}`);
    }
    for (const [name, value] of Object.entries(numbers)) {
      const type = name.endsWith('_total') ? 'counter' : 'gauge';
      lines.push(`# TYPE ${prefix}${name} ${type}`, `${prefix}${name} ${value}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
