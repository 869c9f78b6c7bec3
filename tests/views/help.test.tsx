import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { HelpView, helpPages, pictures, textOf } from '#src/features/help/HelpView.tsx';
import { setPageSetting } from './page-setting.ts';
import { renderScreen } from './review/render-screen.tsx';

const folder = path.resolve('src/features/help/pictures');

/** The links of the sentences of each profile, in their order. */
const places: Record<(typeof profileIds)[number], [name: string, address: string][]> = {
  1: [
    ['Configuración', '/business'],
    ['Catálogos', '/catalogos'],
    ['Crear tienda', '/crearTienda'],
    ['Crear usuario', '/crearUsuario'],
    ['Invitaciones', '/editarUsuario/invitaciones'],
    ['Importar tiendas', '/crearTienda/importar'],
    ['Importar aperturas', '/editarTienda/aperturas'],
    ['Empresas de envío', '/listarEmpresa'],
    ['Usuarios', '/listarUsuarios'],
  ],
  2: [
    ['Tiendas', '/listarTiendas'],
    ['Mis pendientes', '/misPendientes'],
  ],
  3: [
    ['Mis pendientes', '/misPendientes'],
    ['Mi cuenta', '/mi-cuenta'],
  ],
  4: [
    ['Tiendas', '/listarTiendas'],
    ['Mis pendientes', '/misPendientes'],
  ],
  5: [
    ['Mis pendientes', '/misPendientes'],
    ['Historial de cajas', '/historialCaja'],
  ],
  6: [
    ['Cajas pendientes', '/cajasPendientes'],
    ['Importar facturas electrónicas', '/cajasPendientes/facturas'],
    ['Recibir papeles', '/cajasPendientes/papeles'],
    ['Giros', '/giros'],
    ['Comprobantes', '/comprobantes'],
    ['Flujo de trabajo', '/flujo'],
  ],
  7: [
    ['Lista de tiendas', '/verTiendas'],
    ['Gastos', '/gastos'],
    ['Flujo de trabajo', '/flujo'],
    ['Descargar consolidado', '/consolidado'],
  ],
  8: [
    ['Lista de tiendas', '/verTiendas'],
    ['Gastos', '/gastos'],
  ],
};

describe.each(profileIds)('the help of profile %i', (profile) => {
  const sentences = helpPages[profile].sentences.map(textOf);

  test('has ten short sentences', () => {
    expect(sentences).toHaveLength(10);
    expect(sentences.filter((one) => one.length > 90 || !one.endsWith('.'))).toEqual([]);
  });

  test('shows its sentences and two pictures', async () => {
    renderScreen(<HelpView />, patterns.ayuda, '/ayuda', { id: 1, profile });
    expect(await screen.findByRole('heading', { name: 'Ayuda' })).toBeVisible();
    expect(screen.getByText(profiles[profile].nombre)).toBeVisible();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      sentences,
    );
    expect(screen.getAllByRole('figure')).toHaveLength(2);
    const links = within(screen.getByRole('list')).getAllByRole('link');
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href')?.replace('#', '')]),
    ).toEqual(places[profile]);
  });
});

test('the help names the version of the server', async () => {
  setPageSetting('version', '1.2.0+0123456789ab');
  renderScreen(<HelpView />, patterns.ayuda, '/ayuda', { id: 1, profile: 3 });
  expect(await screen.findByText('Versión 1.2.0+0123456789ab')).toBeVisible();
});

test('every help picture exists, is shown on a page and has at most 30 kB', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(pictures)
      .map((name) => `${name}.webp`)
      .toSorted(),
  );
  const shown = new Set(Object.values(helpPages).flatMap((page) => page.pictures));
  expect([...shown].toSorted()).toEqual(Object.keys(pictures).toSorted());
  const heavy = readdirSync(folder).filter(
    (file) => statSync(path.join(folder, file)).size > 30_000,
  );
  expect(heavy).toEqual([]);
});
