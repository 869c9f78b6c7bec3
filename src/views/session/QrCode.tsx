import { chakra } from '@chakra-ui/react/styled-system';
import { encode } from 'uqr';

/** A QR code, black on white in every theme, made in the browser. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="13rem"
      maxW="full"
      flexShrink="0"
      bg="white"
      borderRadius="l2"
      shapeRendering="crispEdges"
    >
      <path d={modules.join('')} fill="black" />
    </chakra.svg>
  );
}
