import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { loadPermitted, screenRoutes } from '#src/app/screen-routes.tsx';
import { loadable } from '#src/ui/layout/loadable.ts';

const Screen = ({ name }: { name: string }) => <p>Pantalla {name}</p>;

/** Renders the screen and returns the fallbacks that were rendered before it. */
function shown(Loadable: typeof Screen): string[] {
  const texts: string[] = [];
  const Waiting = () => {
    texts.push('Cargando…');
    return null;
  };
  render(
    <Suspense fallback={<Waiting />}>
      <Loadable name="una" />
    </Suspense>,
  );
  return texts;
}

test('preloaded code is rendered at once, without the fallback', async () => {
  const Loaded = loadable(async () => Screen);
  await Loaded.preload();
  expect(shown(Loaded)).toEqual([]);
  expect(screen.getByText('Pantalla una')).toBeVisible();
});

test('code that was not preloaded is loaded when it is rendered', async () => {
  const Loaded = loadable(async () => Screen);
  const texts = await act(async () => shown(Loaded));
  expect(texts).toEqual(['Cargando…']);
  expect(await screen.findByText('Pantalla una')).toBeVisible();
});

test('code whose preload failed is loaded again when it is rendered', async () => {
  const load = vi.fn(async () => Screen).mockRejectedValueOnce(new Error('sin conexión'));
  const Loaded = loadable(load);
  await Loaded.preload();
  await act(async () => shown(Loaded));
  expect(await screen.findByText('Pantalla una')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('the screens that a user may open are preloaded, except the workflow', async () => {
  const asked: string[] = [];
  for (const { pattern, Screen: One } of screenRoutes)
    vi.spyOn(One, 'preload').mockImplementation(async () => void asked.push(pattern));
  await loadPermitted(['historialCaja', 'verCajaSupervisor', 'flujo']);
  expect(asked).toEqual([
    '/historialCaja',
    '/verCajaSupervisor/:idCaja',
    '/verCajaSupervisor/:idCaja/soportes',
  ]);
});
