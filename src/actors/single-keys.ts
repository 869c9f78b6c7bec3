/** The switch of the keys that are a letter alone, in this browser: on until somebody turns it off. */

const name = 'atajos-de-una-tecla';

export function hearsSingleKeys(): boolean {
  try {
    return localStorage.getItem(name) !== 'no';
  } catch {
    return true;
  }
}

export function storeSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name);
    else localStorage.setItem(name, 'no');
  } catch {
    // A browser that keeps nothing hears them again next time.
  }
}
