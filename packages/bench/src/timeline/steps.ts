/** Where CPU goes, and the modules whose work it is. The first that matches counts. */
const table = [
  ['tracing, for this timeline', /opentelemetry|^packages\/tracing\//],
  ['log', /pino|sonic-boom|runtime\/src\/(logger|scrub|call-log)|request-log|shell\/audit/],
  ['metrics', /prom-client|http-metrics|\/measure-|\/metrics\.ts/],
  [
    'curve: sign and check',
    /core\/(signatures|curves|authorization|derive-keys)|tiny-secp256k1|libauth|^wasm:/,
  ],
  ['token', /^packages\/jwt\/|\/jose[@/]|http\/(verify-user|token-|authenticate)|core\/verify-token/],
  ['verdict', /\/verdicts\/|core\/(verify-verdict|verdict-marks)|verdict-authentication|check-verdict/],
  ['sealed record', /core\/(sealed-record|owner-context|application-key|hkdf|sealing-key|high-water)/],
  ['policy', /^services\/policy\/src\//],
  ['what is signed', /^packages\/(chains|addresses)\/|noble|scure/],
  [
    'journal and database',
    /wallet\/src\/(journal|durability|checkpoints)|^packages\/(postgres|journal-format|transparency-log)\/|\/pg(-\w+)?[@/]/,
  ],
  ['limits and turns', /http\/(rate-limit|turns|share-)|^packages\/redis\/|ioredis|values\/src\/fair/],
  [
    'transport and messages',
    /grpc-js|^packages\/(grpc|call-stream|signer-protocol)\/|protobufjs|proto-loader|^node:internal\/http2|^node:(internal\/)?_?tls/,
  ],
  [
    'HTTP and JSON',
    /^node:(_http|internal\/http)|fastify|find-my-way|serialize-json|json-body|values\/src\/.*json|ajv/,
  ],
  ['the service itself', /^services\//],
] as const satisfies readonly (readonly [string, RegExp])[];

export const outsideJavaScript = 'outside JavaScript: Node, the kernel';
export const garbageCollection = 'garbage collection';
const otherModules = 'Node and other modules';

export type Step =
  | (typeof table)[number][0]
  | typeof outsideJavaScript
  | typeof garbageCollection
  | typeof otherModules;
export const steps: readonly Step[] = [
  ...table.map(([step]) => step),
  garbageCollection,
  outsideJavaScript,
  otherModules,
];

/** Of a module, by its path in the repository or its name in Node. Undefined: it works for whoever calls it. */
export function stepOf(module: string): Step | undefined {
  return table.find(([, pattern]) => pattern.test(module))?.[0];
}

export const stepWithoutModule = otherModules;
