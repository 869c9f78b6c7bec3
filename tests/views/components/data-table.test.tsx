import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import type {
  DataTableColumn,
  DataTableProps,
  DataTableQuery,
} from '#src/ui/table/use-data-table.ts';
import { renderPiece } from './render-piece.tsx';

interface Box {
  id: number;
  name: string;
  city: string;
  value: number | null;
}

const columns: readonly DataTableColumn<Box>[] = [
  {
    id: 'name',
    header: 'Nombre',
    cell: (box) => box.name,
    sortValue: (box) => box.name,
    searchValue: (box) => box.name,
    isRowHeader: true,
  },
  { id: 'city', header: 'Ciudad', cell: (box) => box.city, searchValue: (box) => box.city },
  {
    id: 'value',
    header: 'Valor',
    cell: (box) => box.value ?? '—',
    sortValue: (box) => box.value,
    align: 'end',
  },
];

const boxes: readonly Box[] = [
  { id: 1, name: 'Caja 10', city: 'Bogotá', value: 30 },
  { id: 2, name: 'Caja 9', city: 'Medellín', value: null },
  { id: 3, name: 'Árbol', city: 'Bogotá', value: 200 },
];

const many = Array.from(
  { length: 53 },
  (_, index): Box => ({ id: index, name: `Caja ${index + 1}`, city: 'Cali', value: index }),
);

function renderTable(props: Partial<DataTableProps<Box>> = {}) {
  return renderPiece(
    <DataTable
      caption="Cajas"
      columns={columns}
      rows={boxes}
      rowKey={(box) => box.id}
      {...props}
    />,
  );
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const sortBy = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('sorting', () => {
  it('starts with the initial sort and sets aria-sort on its column header', () => {
    renderTable({ initialSort: { id: 'name', direction: 'asc' } });
    expect(names()).toEqual(['Árbol', 'Caja 9', 'Caja 10']);
    expect(screen.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    expect(screen.getByRole('columnheader', { name: 'Ciudad' })).not.toHaveAttribute('aria-sort');
  });

  it('is reversed by each click on a column header', async () => {
    renderTable();
    await sortBy('Nombre');
    expect(names()).toEqual(['Árbol', 'Caja 9', 'Caja 10']);
    await sortBy('Nombre');
    expect(names()).toEqual(['Caja 10', 'Caja 9', 'Árbol']);
  });

  it('puts empty values last in both directions', async () => {
    renderTable();
    await sortBy('Valor');
    expect(names()).toEqual(['Caja 10', 'Árbol', 'Caja 9']);
    await sortBy('Valor');
    expect(names()).toEqual(['Árbol', 'Caja 10', 'Caja 9']);
  });

  it('can be chosen from a list, for layouts without column headers', async () => {
    renderTable();
    await userEvent.selectOptions(
      // Visible only in a narrow table; jsdom computes no width.
      screen.getByRole('combobox', { name: 'Ordenar por', hidden: true }),
      'Valor, descendente',
    );
    expect(names()).toEqual(['Árbol', 'Caja 10', 'Caja 9']);
  });
});

describe('search', () => {
  const box = () => screen.getByRole('searchbox', { name: 'Buscar en Cajas' });

  it('finds words of several columns, ignoring case and accents', async () => {
    renderTable();
    await userEvent.type(box(), 'bogota ARBOL');
    expect(names()).toEqual(['Árbol']);
  });

  it('shows a message without results, and can be cleared', async () => {
    renderTable();
    await userEvent.type(box(), 'zzz');
    expect(screen.getByText('Ningún resultado para «zzz»')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Limpiar búsqueda' }));
    expect(names()).toHaveLength(3);
    expect(box()).toHaveValue('');
  });

  it('ignores columns without a searchValue', async () => {
    renderTable();
    await userEvent.type(box(), '200');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('pagination', () => {
  it('shows ten rows per page, jumps to the last page and changes the page size', async () => {
    renderTable({ rows: many });
    expect(names()).toHaveLength(10);
    expect(screen.getByText('1–10 de 53')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Última página' }));
    expect(names()).toEqual(['Caja 51', 'Caja 52', 'Caja 53']);
    expect(screen.getByRole('button', { name: 'Página siguiente' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Filas por página' }),
      '100',
    );
    expect(names()).toHaveLength(53);
  });

  it('moves to an existing page when rows are removed', async () => {
    const table = (rows: readonly Box[]) => (
      <DataTable caption="Cajas" columns={columns} rows={rows} rowKey={(box) => box.id} />
    );
    const { rerender } = renderPiece(table(many.slice(0, 11)));
    await userEvent.click(screen.getByRole('button', { name: 'Última página' }));
    expect(names()).toEqual(['Caja 11']);
    rerender(table(many.slice(0, 10)));
    expect(names()).toHaveLength(10);
    expect(screen.getByText('1–10 de 10')).toBeVisible();
  });
});

describe('table status', () => {
  it('loading shows a message without rows', () => {
    renderTable({ rows: [], status: 'loading' });
    expect(screen.getByRole('status')).toHaveTextContent('Cargando…');
  });

  it('loading leaves previous rows visible', () => {
    renderTable({ status: 'loading' });
    expect(screen.getByRole('table', { name: 'Cajas' })).toHaveAttribute('aria-busy', 'true');
    expect(names()).toHaveLength(3);
  });

  it('failed offers a retry, with the code for support', async () => {
    const onRetry = vi.fn();
    renderTable({
      rows: [],
      status: 'failed',
      failureMessage: 'El servidor no respondió.',
      supportCode: 'a1b2',
      onRetry,
    });
    expect(screen.getByRole('alert')).toHaveTextContent('El servidor no respondió.');
    expect(screen.getByRole('alert')).toHaveTextContent('Código de soporte: a1b2');
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('forbidden shows a message', () => {
    renderTable({ rows: [], status: 'forbidden' });
    expect(screen.getByText('No tiene acceso a esta información')).toBeVisible();
  });

  it('an empty table shows its title and action, without a search field', () => {
    renderTable({
      rows: [],
      emptyTitle: 'No hay cajas',
      emptyAction: <button type="button">Crear</button>,
    });
    expect(screen.getByText('No hay cajas')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Crear' })).toBeVisible();
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });
});

it('the footer shows totals below their columns', () => {
  renderTable({ footer: { label: 'Total', cells: { value: '$ 230' } } });
  const foot = screen.getAllByRole('row').at(-1);
  expect(within(foot ?? document.body).getByRole('rowheader', { name: 'Total' })).toHaveAttribute(
    'colspan',
    '2',
  );
  expect(within(foot ?? document.body).getByRole('cell', { name: '$ 230' })).toBeVisible();
});

describe('server-side rows', () => {
  function ServerTable({ asked }: { asked: (query: DataTableQuery) => void }) {
    const [query, setQuery] = useState<DataTableQuery>({ pagina: 1, limite: 10, buscar: '' });
    const first = (query.pagina - 1) * query.limite;
    return (
      <DataTable
        caption="Cajas"
        columns={columns}
        rows={many.slice(first, first + query.limite)}
        rowKey={(box) => box.id}
        server={{
          total: 3000,
          query,
          onQueryChange: (next) => {
            asked(next);
            setQuery(next);
          },
        }}
      />
    );
  }

  it('request pages and sorting with the parameters of the wire', async () => {
    const asked = vi.fn();
    renderPiece(<ServerTable asked={asked} />);
    expect(screen.getByText('1–10 de 3.000')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(asked).toHaveBeenLastCalledWith({ pagina: 2, limite: 10, buscar: '' });
    expect(names()[0]).toBe('Caja 11');
    await sortBy('Nombre');
    expect(asked).toHaveBeenLastCalledWith({
      pagina: 1,
      limite: 10,
      buscar: '',
      orden: 'name',
      direccion: 'asc',
    });
    expect(names()[0]).toBe('Caja 1');
  });

  it('request a search once, on Enter', async () => {
    const asked = vi.fn();
    renderPiece(<ServerTable asked={asked} />);
    await userEvent.type(screen.getByRole('searchbox'), 'cali{Enter}');
    expect(asked).toHaveBeenCalledExactlyOnceWith({ pagina: 1, limite: 10, buscar: 'cali' });
  });
});
