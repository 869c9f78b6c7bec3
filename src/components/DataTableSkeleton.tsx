import { Skeleton } from '@chakra-ui/react/skeleton';
import { chakra } from '@chakra-ui/react/styled-system';

const LINES = ['a', 'b', 'c', 'd', 'e'] as const;

/** The shape of rows that are on their way. */
export function DataTableSkeleton({ columns }: { columns: number }) {
  return (
    <chakra.div role="status" px="4" py="5" display="grid" gap="5">
      <chakra.span srOnly>Cargando…</chakra.span>
      {LINES.map((line) => (
        <chakra.div key={line} display="flex" gap="6">
          {Array.from({ length: Math.min(columns, 6) }, (_, index) => (
            <Skeleton
              // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no identity and never move
              key={index}
              height="4"
              flex={index === 0 ? '2' : '1'}
              display={{ base: index > 1 ? 'none' : 'block', md: 'block' }}
            />
          ))}
        </chakra.div>
      ))}
    </chakra.div>
  );
}
