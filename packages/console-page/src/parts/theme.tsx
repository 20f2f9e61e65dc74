import { useState } from 'react';
import { Icon } from './icon.tsx';

type Theme = 'light' | 'dark';

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
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
        setTheme(other);
      }}
    >
      <Icon name={other} />
    </button>
  );
}
