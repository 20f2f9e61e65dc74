import net from 'node:net';

/** What the test run offers its suites at a socket, and starts for the first that asks. */
export async function askOffered(socketPath: string | undefined): Promise<string> {
  if (!socketPath) throw new Error('run jest with packages/tooling/jest.config.cjs');
  const chunks: Buffer[] = [];
  for await (const chunk of net.connect(socketPath)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
