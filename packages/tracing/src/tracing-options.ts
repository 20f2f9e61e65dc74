export type TracingSettings = {
  /**
   * Base URL of an OTLP receiver over HTTP, such as `http://collector:4318`. Undefined: nothing is recorded,
   * and the library is not loaded.
   */
  readonly endpoint: string | undefined;
  /** Share of the traces starting here that are recorded, from 0 to 1. */
  readonly sampleRatio: number;
};

export type TracingOptions = TracingSettings & {
  /** Name of the process. */
  readonly service: string;
  /** Name of this replica. */
  readonly instance: string;
  /** From 0 to 1, exclusive. */
  readonly random: () => number;
  /** Called when spans start to be lost, and when they are accepted again. */
  readonly onExport: (arrives: boolean) => void;
};
