import { focusManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Without a key or a pointer for so long, nobody is there. */
const patienceMs = 300_000;
/** Longer than a session lasts that is not used. */
const sessionEndsMs = 1_860_000;

const inputs = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * While nobody is there, the page asks for nothing on its own. Otherwise the session of a page that was left open would
 * never end for not being used. `onSessionEnds` is called when it must have ended, and what is in view has to go.
 */
export function watchAttention(onSessionEnds: () => void): void {
  focusManager.setEventListener((setFocused) => {
    let timer: number | undefined;
    const after = (ms: number, work: () => void): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(work, ms);
    };
    const lookAgain = (): void => {
      after(sessionEndsMs, lookAgain);
      onSessionEnds();
    };
    const leave = (): void => {
      after(sessionEndsMs, lookAgain);
      setFocused(false);
    };
    const arrive = (): void => {
      if (document.visibilityState === 'hidden') {
        leave();
        return;
      }
      after(patienceMs, leave);
      setFocused(true);
    };
    arrive();
    const stopped = new AbortController();
    const options = { passive: true, capture: true, signal: stopped.signal };
    for (const input of inputs) window.addEventListener(input, arrive, options);
    window.addEventListener('pointermove', movedBy(arrive), options);
    document.addEventListener('visibilitychange', arrive, options);
    return () => {
      stopped.abort();
      window.clearTimeout(timer);
    };
  });
}

/** Browsers also tell of a move when something moves below a pointer that rests. */
function movedBy(work: () => void): (event: PointerEvent) => void {
  let last = '';
  return ({ screenX, screenY }) => {
    const place = `${screenX} ${screenY}`;
    if (place !== last) work();
    last = place;
  };
}

/** Whether somebody is there. */
export function useAttention(): boolean {
  return useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => focusManager.isFocused(),
  );
}
