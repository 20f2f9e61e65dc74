type Call<Handler> = Handler extends (request: infer Request, ...context: never[]) => infer Answer
  ? (request: Partial<Request>) => Answer
  : never;
export type Calls<Handlers> = { [Name in keyof Handlers]: Call<Handlers[Name]> };

type Codec = {
  readonly requestSerialize: (request: never) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => object;
};

/** A service's handlers as a caller sees them, without the transport. Requests go through the codec. */
export function callable<Handlers extends object>(
  handlers: Handlers,
  methods: Readonly<Record<keyof Handlers, Codec>>,
  context: object,
): Calls<Handlers> {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      const { requestSerialize, requestDeserialize } = methods[name as keyof Handlers];
      const call = handler as (request: object, context: object) => unknown;
      return [
        name,
        (request: object) => call(requestDeserialize(requestSerialize(request as never)), context),
      ];
    }),
  ) as Calls<Handlers>;
}
