import { useQuery } from "@tanstack/react-query";
import { DownloadPicture } from "@/features/codes/qr-picture/components/download-dialog";
import { pictureInUseQuery } from "@/features/content/ai-qr/api/studio";

interface CodeDownloadProps {
  code: { code_id: string; name: string; ai_media_id: string | null };
}

/** The files of a code's picture; one of the AI studio is held to the width that it needs. */
export function CodeDownload({ code }: CodeDownloadProps) {
  const picture = useQuery(pictureInUseQuery(code.code_id, code.ai_media_id)).data;
  return <DownloadPicture codeId={code.code_id} name={code.name} artworkWidthMm={picture?.least_width_mm} />;
}
