/** Unix seconds as a field of the browser for dates and times shows them, in the time zone of the browser. */
export function localTimeOf(seconds: string | undefined): string {
  const date = new Date(Number(seconds) * 1_000);
  if (seconds === undefined || seconds === '' || Number.isNaN(date.getTime())) return '';
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

/** Empty: it is no time. */
export function secondsOf(localTime: string): string {
  const ms = new Date(localTime).getTime();
  return Number.isNaN(ms) ? '' : String(Math.floor(ms / 1_000));
}
