import { chakra } from '@chakra-ui/react/styled-system';

/** What thickness and colour mean on the drawing of a period. */
export function HistoryLegend() {
  return (
    <chakra.ul
      aria-label="Convenciones"
      display="flex"
      flexWrap="wrap"
      columnGap="6"
      rowGap="2"
      listStyleType="none"
      textStyle="sm"
      color="fg.muted"
    >
      <chakra.li display="inline-flex" alignItems="center" gap="2">
        <chakra.span aria-hidden="true" display="inline-grid" gap="1" width="9">
          {[1, 3, 6].map((height) => (
            <chakra.span key={height} bg="gray.600" borderRadius="full" style={{ height }} />
          ))}
        </chakra.span>
        Línea más gruesa: la transición ocurrió más veces
      </chakra.li>
      <chakra.li display="inline-flex" alignItems="center" gap="2">
        <chakra.span
          aria-hidden="true"
          width="12"
          height="3.5"
          borderRadius="sm"
          borderWidth="1px"
          bgGradient="to-r"
          gradientFrom="white"
          gradientTo="amber.400"
        />
        Color más intenso: allí se fue más tiempo
      </chakra.li>
    </chakra.ul>
  );
}
