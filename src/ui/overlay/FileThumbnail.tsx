import { chakra } from '@chakra-ui/react/styled-system';
import { FileText } from 'lucide-react';
import { useEffect, useRef } from 'react';

const SIDE = 64;

/** A small picture of a chosen file that was not sent yet; a sheet of paper for what is no image. */
export function FileThumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = file.type.startsWith('image/') && 'createImageBitmap' in window;

  useEffect(() => {
    if (!picture) return;
    let gone = false;
    const draw = async () => {
      try {
        const bitmap = await createImageBitmap(file);
        if (!gone) drawCovering(canvas.current, bitmap);
        bitmap.close();
      } catch {
        // A file that is no real image shows an empty picture; the server refuses it with words.
      }
    };
    void draw();
    return () => {
      gone = true;
    };
  }, [file, picture]);

  return (
    <chakra.span
      display="grid"
      placeItems="center"
      boxSize="14"
      flexShrink="0"
      overflow="hidden"
      borderRadius="l1"
      borderWidth="1px"
      bg="bg.muted"
      color="red.700"
    >
      {picture ? (
        // A canvas and no <img>: the page's policy allows images from the server only.
        <chakra.canvas
          ref={canvas}
          role="img"
          aria-label={`Vista previa de ${file.name}`}
          width={SIDE * 2}
          height={SIDE * 2}
          boxSize="full"
        />
      ) : (
        <FileText size={26} aria-hidden="true" />
      )}
    </chakra.span>
  );
}

function drawCovering(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap) {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const width = bitmap.width * scale;
  const height = bitmap.height * scale;
  pen.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
}
