import { chakra } from '@chakra-ui/react/styled-system';
import { palette } from './drawing/chart-palette.ts';

interface DrawingLegendProps {
  /** Meaning of a deeper colour of a state. */
  colour: string;
  /** Meaning of a thicker arrow; absent when all are alike. */
  thickness?: string;
}

/** Explains colour and thickness on a drawing with figures. */
export function DrawingLegend({ colour, thickness }: DrawingLegendProps) {
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
      <chakra.li display="flex" alignItems="center" gap="2.5">
        <chakra.span
          aria-hidden="true"
          width="9"
          height="4"
          flexShrink="0"
          borderRadius="sm"
          borderWidth="1px"
          borderColor="border.emphasized"
          css={{ printColorAdjust: 'exact' }}
          style={{ background: `linear-gradient(to right, ${palette.cold}, ${palette.hot})` }}
        />
        {`Color más intenso: ${colour}`}
      </chakra.li>
      {thickness === undefined ? null : (
        <chakra.li display="flex" alignItems="center" gap="2.5">
          <chakra.span
            aria-hidden="true"
            display="grid"
            gap="1"
            width="9"
            flexShrink="0"
            css={{ printColorAdjust: 'exact' }}
          >
            <chakra.span borderRadius="full" style={{ height: 1.5, background: palette.line }} />
            <chakra.span borderRadius="full" style={{ height: 5, background: palette.strong }} />
          </chakra.span>
          {`Línea más gruesa: ${thickness}`}
        </chakra.li>
      )}
    </chakra.ul>
  );
}
