import { useState } from 'react';
import { keep, readKept } from '../kept.ts';
import { Icon } from './icon.tsx';

type Theme = 'light' | 'dark';

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Before anything is drawn. */
export function applyKeptTheme(): void {
  const kept = readKept('theme');
  if (kept !== undefined) document.documentElement.dataset['theme'] = kept;
}

/** As the system says, until the person chooses. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(current);
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="plain"
      aria-label={`Switch to ${other}`}
      title={`Switch to ${other}`}
      onClick={() => {
        document.documentElement.dataset['theme'] = other;
        keep('theme', other);
        setTheme(other);
      }}
    >
      <Icon name={other} />
    </button>
  );
}
