import { useState } from 'react';

type Theme = 'light' | 'dark';
const system = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** As the system says, until the person chooses. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : system(),
  );
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      aria-label={`Switch to ${other}`}
      onClick={() => {
        document.documentElement.dataset['theme'] = other;
        setTheme(other);
      }}
    >
      {theme === 'dark' ? 'Light' : 'Dark'}
    </button>
  );
}
