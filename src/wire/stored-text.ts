/** Texts that this browser keeps, until somebody forbids it or it is full. */

/** Null where nothing is saved. */
export function storedText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null too for what is no JSON. */
export function storedJson(name: string): unknown {
  try {
    return JSON.parse(storedText(name) ?? 'null');
  } catch {
    return null;
  }
}

/** @param text null removes it @returns false when the browser did not keep it */
export function storeText(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
