import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  ActionMenu,
  ConfirmDialog,
  SideDrawer,
  TitledDialog,
} from '#src/ui/overlay/idle-overlays.ts';
import { loadMotion } from '#src/ui/overlay/Moving.tsx';
import { clearListPositions } from '#src/ui/table/list-positions.ts';
import { silentControlsIn } from './silent-controls.ts';

// Browser APIs that jsdom lacks. Plain assignments: vitest would remove a stub after the first test of a file.

class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

function mediaQueryThatNeverMatches(media: string): MediaQueryList {
  const nothing = () => undefined;
  return {
    media,
    matches: false,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
    dispatchEvent: () => false,
  };
}

Object.assign(window, {
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
  matchMedia: mediaQueryThatNeverMatches,
  scrollTo: () => undefined,
  requestIdleCallback: (work: () => void) => queueMicrotask(work),
  cancelIdleCallback: () => undefined,
});
Object.assign(Element.prototype, {
  scrollTo: () => undefined,
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });

MotionGlobalConfig.skipAnimations = true;
await loadMotion();
await Promise.all(
  [ActionMenu, ConfirmDialog, SideDrawer, TitledDialog].map((part) => part.preload()),
);

// On a busy machine, a screen may take longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// A test that expects a console message replaces the method itself (`vi.spyOn(console, 'error')`).
let complaints: string[] = [];

beforeEach(() => {
  // An answer that arrives after the last test of a file is stored in the window of the next one.
  localStorage.clear();
  sessionStorage.clear();
  complaints = [];
  console.error = (...words: unknown[]) => void complaints.push(format(...words));
  console.warn = (...words: unknown[]) => void complaints.push(format(...words));
});

afterEach(() => {
  vi.useRealTimers();
  const silent = silentControlsIn(document);
  cleanup();
  window.location.hash = '';
  clearListPositions();
  expect(complaints, 'nothing may complain on the console').toEqual([]);
  expect(silent, 'whatever a test leaves on the screen says why it cannot be used').toEqual([]);
});
