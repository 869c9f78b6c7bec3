import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Users, Wallet } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AppShell } from '#src/app/AppShell.tsx';
import { DescriptionList } from '#src/ui/layout/DescriptionList.tsx';
import { FailedState, ScreenBoundary } from '#src/ui/feedback/FailedState.tsx';
import { FileViewer } from '#src/ui/overlay/FileViewer.tsx';
import { InlineAlert } from '#src/ui/feedback/InlineAlert.tsx';
import { Legend } from '#src/ui/feedback/StatusBadge.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { ProgressBar } from '#src/ui/feedback/ProgressBar.tsx';
import { Reveal } from '#src/ui/overlay/Moving.tsx';
import { Section } from '#src/ui/layout/Section.tsx';
import { Stepper } from '#src/ui/layout/Stepper.tsx';
import { TextLink } from '#src/ui/fields/LinkButton.tsx';
import { answerGone, goneSentence } from '#tests/kit/gone-receipt.ts';
import { setPageSetting } from '../page-setting.ts';
import { renderPiece } from './render-piece.tsx';

it('a screen whose code fails to load leaves the rest of the page, and offers a retry', async () => {
  // React reports every caught error on the console.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Lost = lazy(() => Promise.reject(new TypeError('Failed to fetch')));
  const retry = vi.fn();
  renderPiece(
    <>
      <p>El menú</p>
      <ScreenBoundary onRetry={retry}>
        <Suspense>
          <Lost />
        </Suspense>
      </ScreenBoundary>
    </>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('No pudimos abrir esta pantalla');
  expect(screen.getByText('El menú')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(retry).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalled();
});

it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
  'a link to %s has no href',
  (href) => {
    renderPiece(<TextLink href={href}>Ver</TextLink>);
    expect(screen.getByText('Ver')).not.toHaveAttribute('href');
  },
);

it.each(['/documentos/facturas/ab', 'https://facturas.test/1', 'blob:https://caja.test/1'])(
  'a link to %s has its href',
  (href) => {
    renderPiece(<TextLink href={href}>Ver</TextLink>);
    expect(screen.getByRole('link', { name: 'Ver' })).toHaveAttribute('href', href);
  },
);

describe('the application shell', () => {
  const search = vi.fn();
  const shell = (
    <AppShell
      userName="Ana Ñúñez"
      roleName="Contabilidad"
      account={[{ to: '/clave', label: 'Contraseña y sesiones', icon: Wallet, active: false }]}
      logoutTo="/logout"
      onSearch={search}
      nav={[
        { to: '/usuarios', label: 'Usuarios', icon: Users, active: false },
        { to: '/cajas', label: 'Cajas', icon: Wallet, active: true },
      ]}
    >
      <h1>Cajas pendientes</h1>
    </AppShell>
  );

  it('shows the user, the current page and the account and sign-out links', async () => {
    renderPiece(shell);
    const menu = screen.getByRole('navigation', { name: 'Menú principal' });
    expect(within(menu).getByRole('link', { current: 'page' })).toHaveTextContent('Cajas');
    expect(screen.getByText('Ana Ñúñez')).toBeInTheDocument();
    expect(screen.getByText('Contabilidad')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Contraseña y sesiones' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Cerrar sesión' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/logout');
  });

  it('names the version and the commit of the server below the menu', () => {
    setPageSetting('version', '1.2.0+0123456789ab');
    renderPiece(shell);
    expect(screen.getByText('Versión 1.2.0+0123456789ab')).toBeVisible();
  });

  it('opens the search from the menu', async () => {
    renderPiece(shell);
    for (const button of screen.getAllByRole('button', { name: 'Buscar' }))
      await userEvent.click(button);
    expect(search).toHaveBeenCalledTimes(2);
  });

  it('skips to the content without changing the URL', async () => {
    window.location.hash = '#/cajas';
    renderPiece(shell);
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Saltar al contenido' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(window.location.hash).toBe('#/cajas');
  });

  it('opens its menu as a dialog, and closes it when a link is followed', async () => {
    renderPiece(shell);
    await userEvent.click(screen.getByRole('button', { name: 'Abrir menú' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menú' });
    await userEvent.click(within(drawer).getByRole('link', { name: 'Usuarios' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/usuarios');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('page', () => {
  it('sets the document title, focuses its heading and links back', async () => {
    renderPiece(
      <Page title="Cajas pendientes" back={{ to: '/inicio', label: 'Inicio' }}>
        <Section title="Gastos">…</Section>
      </Page>,
    );
    const title = screen.getByRole('heading', { level: 1, name: 'Cajas pendientes' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(document.title).toBe('Cajas pendientes · Caja menor');
    expect(screen.getByRole('region', { name: 'Gastos' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Inicio' }));
    expect(screen.getByTestId('where')).toHaveTextContent('/inicio');
  });
});

describe('messages', () => {
  it('have role alert for an error and role status for a success', () => {
    renderPiece(
      <>
        <InlineAlert tone="danger" title="Errores" reasons={['El correo ya existe']} />
        <InlineAlert tone="success">Datos almacenados</InlineAlert>
      </>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('El correo ya existe');
    expect(screen.getByRole('status')).toHaveTextContent('Datos almacenados');
  });

  it('can be closed', async () => {
    const onClose = vi.fn();
    renderPiece(
      <InlineAlert tone="info" onClose={onClose}>
        Hola
      </InlineAlert>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar mensaje' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('of a failure without a retry have no button', () => {
    renderPiece(<FailedState />);
    expect(screen.getByRole('alert')).toHaveTextContent('No pudimos cargar la información');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('a description list shows a dash for an empty value and 0 for zero', () => {
  renderPiece(
    <DescriptionList
      items={[
        { label: 'NIT', value: '' },
        { label: 'Gastos', value: 0 },
      ]}
    />,
  );
  expect(screen.getAllByRole('definition').map((item) => item.textContent)).toEqual(['—', '0']);
});

it('a stepper names a completed step in text and marks the current step', () => {
  renderPiece(
    <Stepper
      label="Etapas"
      steps={[
        { label: 'Tienda', state: 'done' },
        { label: 'Supervisor', state: 'current' },
        { label: 'Contabilidad', state: 'pending' },
      ]}
    />,
  );
  const steps = within(screen.getByRole('list', { name: 'Etapas' })).getAllByRole('listitem');
  expect(steps[0]).toHaveTextContent('Tienda, completada');
  expect(steps[1]).toHaveAttribute('aria-current', 'step');
});

it('a progress bar has a value only when it is known', () => {
  renderPiece(
    <>
      <ProgressBar label="Enviando" value={61.6} />
      <ProgressBar label="Procesando" />
    </>,
  );
  expect(screen.getByRole('progressbar', { name: 'Enviando' })).toHaveValue(62);
  expect(screen.getByRole('progressbar', { name: 'Procesando' })).not.toHaveAttribute(
    'aria-valuenow',
  );
});

it('a legend lists its labels', () => {
  renderPiece(<Legend items={[{ tone: 'success', label: 'Aprobado', icon: Wallet }]} />);
  expect(screen.getByRole('list', { name: 'Convenciones' })).toHaveTextContent('Aprobado');
});

it('conditional content is rendered once its condition is true', () => {
  const piece = (when: boolean) => (
    <Reveal when={when}>
      <p>Dirección</p>
    </Reveal>
  );
  const { rerender } = renderPiece(piece(false));
  expect(screen.queryByText('Dirección')).not.toBeInTheDocument();
  rerender(piece(true));
  expect(screen.getByText('Dirección')).toBeVisible();
});

describe('file viewer', () => {
  const receipt = {
    url: '/documentos/recibo.png',
    savedUrl: '/documentos/recibo.png?descargar=si',
    name: 'recibo.png',
  };

  it('shows an image with zoom and links to open and download it', async () => {
    renderPiece(<FileViewer kind="image" {...receipt} />);
    expect(screen.getByText('Cargando la imagen…')).toBeVisible();
    const image = screen.getByAltText('recibo.png');
    fireEvent.load(image);
    await userEvent.click(screen.getByRole('button', { name: 'Ampliar' }));
    expect(image).toHaveStyle({ width: '150%' });
    await userEvent.click(screen.getByRole('button', { name: 'Ver completa' }));
    expect(image).not.toHaveStyle({ width: '150%' });
    for (const [name, href] of [
      ['Abrir', '/documentos/recibo.png'],
      ['Descargar', '/documentos/recibo.png?descargar=si'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', href);
      // In a tab of its own the browser asks again for what is answered with 503; a download would fail.
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).not.toHaveAttribute('download');
    }
  });

  it('shows an error when an image fails to load, and retries', async () => {
    renderPiece(<FileViewer kind="image" {...receipt} />);
    fireEvent.error(screen.getByAltText('recibo.png'));
    expect(screen.getByRole('alert')).toHaveTextContent('No pudimos mostrar la imagen');
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    fireEvent.load(screen.getByAltText('recibo.png'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says when the file of an image is gone, and retries', async () => {
    const asked = answerGone();
    renderPiece(<FileViewer kind="image" {...receipt} />);
    fireEvent.error(screen.getByAltText('recibo.png'));
    expect(await screen.findByText(goneSentence)).toBeVisible();
    expect(asked).toEqual(['head /documentos/recibo.png']);
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    fireEvent.load(screen.getByAltText('recibo.png'));
    expect(screen.queryByText(goneSentence)).not.toBeInTheDocument();
  });

  it('shows a message and a download link when the browser has no PDF viewer', () => {
    vi.stubGlobal('navigator', { ...navigator, pdfViewerEnabled: false });
    renderPiece(<FileViewer kind="pdf" {...receipt} url="/documentos/f.pdf" name="f.pdf" />);
    expect(screen.getByText('Este navegador no muestra documentos PDF')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Descargar' })).toBeVisible();
  });
});
