type Gauges = Readonly<Record<string, number>>;

/** Calls by method and outcome, and their duration, in the Prometheus text format. */
export class Metrics {
  readonly #calls = new Map<string, number>();
  readonly #seconds = new Map<string, { count: number; sum: number }>();

  count(method: string, outcome: string, seconds: number): void {
    const labels = `method="${method}",outcome="${outcome}"`;
    this.#calls.set(labels, (this.#calls.get(labels) ?? 0) + 1);
    const { count, sum } = this.#seconds.get(method) ?? { count: 0, sum: 0 };
    this.#seconds.set(method, { count: count + 1, sum: sum + seconds });
  }

  render(gauges: Gauges): string {
    const lines = ['# TYPE signer_calls_total counter'];
    for (const [labels, value] of this.#calls) lines.push(`signer_calls_total{${labels}} ${value}`);
    lines.push('# TYPE signer_call_seconds summary');
    for (const [method, { count, sum }] of this.#seconds) {
      lines.push(`signer_call_seconds_count{method="${method}"} ${count}`);
      lines.push(`signer_call_seconds_sum{method="${method}"} ${sum.toFixed(6)}`);
    }
    for (const [name, value] of Object.entries(gauges))
      lines.push(`# TYPE signer_${name} gauge`, `signer_${name} ${value}`);
    return `${lines.join('\n')}\n`;
  }
}
