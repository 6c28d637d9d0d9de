import { t } from "@lingui/core/macro";
import ArticleIcon from "@mui/icons-material/ArticleOutlined";
import Button, { type ButtonProps } from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listPagesQuery } from "@/features/content/pages/api/pages";
import { paths } from "@/shared/config/paths";

interface CodePagesButtonProps {
  codeId: string;
  mayEdit: boolean;
  variant?: ButtonProps["variant"];
}

/** Links to a code's pages; if there are none, editors can create the first one. */
export function CodePagesButton({ codeId, mayEdit, variant }: CodePagesButtonProps) {
  const { data, isPlaceholderData } = useQuery(listPagesQuery({ code_id: codeId, page: 1 }));
  const hasNone = mayEdit && !isPlaceholderData && data?.total === 0;
  return (
    <Button
      component={Link}
      to={hasNone ? paths.newPage(codeId) : paths.pages(codeId)}
      variant={variant}
      startIcon={<ArticleIcon />}
    >
      {hasNone ? t`Design page` : t`Pages`}
    </Button>
  );
}
