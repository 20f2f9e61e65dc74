// Drawn on a square of 16, in the colour of the text around.
const shapes = {
  overview: 'M2 13.5h12M4 11V7m4 4V3m4 8V5',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  why: 'M6 6a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1v.5M8 12v.2M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13',
  users:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M1.5 13.5c.3-2.6 2-4 4.5-4s4.2 1.4 4.5 4' +
    'M11 2.8a2.3 2.3 0 0 1 0 4.4M12 9.7c1.5.4 2.3 1.8 2.5 3.8',
  wallets:
    'M2 4.5h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zm0 0V4a1.5 1.5 0 0 1 1.5-1.5H12v2M11 9h.2',
  policies: 'M8 1.5 13.5 3.5V8c0 3.2-2.3 5.3-5.5 6.5C4.8 13.3 2.5 11.2 2.5 8V3.5zM5.7 8l1.7 1.7 3-3.2',
  providers:
    'M2 3.5h12v9H2zM5.5 8.2a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6' +
    'M3.7 10.5c.3-1 .9-1.4 1.8-1.4s1.5.4 1.8 1.4M9.5 6.5h3m-3 3h2',
  webhooks:
    'M8 5.5a2 2 0 1 0-1.4-.6L4.4 9M4 12.5h6.5M3.8 14a2 2 0 1 0-1.7-3M8.5 5.3l2.3 4M12.5 14a2 2 0 1 0-1.7-3.2',
  journal: 'M3.5 2h8a1 1 0 0 1 1 1v11h-8a1 1 0 0 1-1-1zm0 9.5a1 1 0 0 1 1-1h8M6 5h4',
  attestation: 'M4.5 4.5h7v7h-7zM6.5 1.5v3m3-3v3m-3 7v3m3-3v3m-8-8h3m-3 3h3m7-3h3m-3 3h3',
  keys: 'M5 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6m3-3h6.5v2.5M12 8v2',
  approvals: 'M2 8.5 4.7 11.2 10 6M7.5 10.7l.6.5L13.5 6M2.5 2.5h11v11h-11z',
  signatures: 'M1.5 12.5c2-7 4-9 5-7s-3 7-1.5 7 2.5-4 3.5-4 0 3 1.5 3 2-1.5 4.5-1.5M1.5 14.5h13',
  members: 'M8 7.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14.5c.3-3.2 2.3-5 5.5-5s5.2 1.8 5.5 5',
  settings:
    'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6' +
    'M6 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  applications: 'M2 2h5v5H2zm7 0h5v5H9zM2 9h5v5H2zm7 0h5v5H9z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  copy: 'M5.5 2h8v8h-2M2.5 5.5h8v8h-8z',
  done: 'm3 8.5 3.2 3.2L13 4.5',
  warn: 'M8 2 14.5 13.5h-13zM8 6.5V9m0 2.3v.2',
  leave: 'M6.5 2.5h-4v11h4M6 8h8m-3-3 3 3-3 3',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5m0 11V15M1 8h1.5m11 0H15M3 3l1.1 1.1m7.8 7.8L13 13' +
    'M3 13l1.1-1.1m7.8-7.8L13 3',
  dark: 'M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2',
  empty: 'M2 9.5 4 3h8l2 6.5V13H2zm0 0h3.5a2.5 2.5 0 0 0 5 0H14',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={shapes[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const wallet =
  'M6 9.5h10.5a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 16.5z' +
  'V8.5A1.5 1.5 0 0 1 7.5 7h8v2.5M14.8 13.7h.1';

/** The mark of the console. */
export function Mark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6.5" className="mark-ground" />
      <path
        className="mark-line"
        d={wallet}
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
