export type TracingSettings = {
  /**
   * Base URL of an OTLP receiver over HTTP, such as `http://collector:4318`. Undefined: nothing is recorded,
   * and nothing of the library is loaded.
   */
  readonly endpoint: string | undefined;
  /** Share of the traces that begin here which are recorded, from 0 to 1. */
  readonly sampleRatio: number;
};

export type TracingOptions = TracingSettings & {
  /** Name of the process. */
  readonly service: string;
  /** Name of this replica. */
  readonly instance: string;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told when spans begin to be lost, and when they arrive again. */
  readonly onExport: (arrives: boolean) => void;
};
