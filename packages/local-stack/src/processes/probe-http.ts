/** How long a process may take to answer a probe, in milliseconds. */
export const probeLimitMs = 2_000;

/** Whether a GET of `url` answers with 200. */
export async function probeHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeLimitMs) });
  await response.arrayBuffer();
  return response.status === 200;
}
