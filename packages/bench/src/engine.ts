import type { EngineMeasurements } from '@wallet-service/policy/bench';
import { textTable } from '@wallet-service/operator-cli/text-table';

/** The cost of a decision, next to that of one ECDSA verification in the same process. */
export function engineReport({
  ecdsaVerificationMicroseconds: ecdsa,
  decodeMicroseconds,
  engine,
}: EngineMeasurements): string {
  const rows = engine.map(
    ({ rules, policies, rulesEach, decisionsPerSecond, microsecondsEach, ratioToEcdsaVerification }) => [
      `${policies} x ${rulesEach} rules, ${rules}`,
      String(decisionsPerSecond),
      microsecondsEach.toFixed(1),
      ratioToEcdsaVerification.toFixed(3),
    ],
  );
  return [
    textTable(['policy engine, no rule fires', 'per second', 'us', 'of one ECDSA verification'], rows),
    `one ECDSA verification (libsecp256k1): ${ecdsa.toFixed(0)} us; ` +
      `decoding a transaction: ${decodeMicroseconds.toFixed(0)} us`,
  ].join('\n');
}
