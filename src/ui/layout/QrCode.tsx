import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  width?: string;
}

/** A QR code, black on white in every theme, rendered in the browser. */
export function QrCode({ text, label, width = '13rem' }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      maxW="full"
      flexShrink="0"
      bg="white"
      borderRadius="l2"
      shapeRendering="crispEdges"
      css={{ printColorAdjust: 'exact' }}
    >
      <path d={modules.join('')} fill="black" />
    </chakra.svg>
  );
}
