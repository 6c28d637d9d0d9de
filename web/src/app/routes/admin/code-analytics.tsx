import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link } from "react-router";
import { CodeOfRoute } from "@/app/routes/admin/code-of-route";
import { Dashboard } from "@/features/analytics/components/dashboard";
import { paths } from "@/shared/config/paths";

export function Component() {
  return (
    <CodeOfRoute>
      {(code) => (
        <>
          <Button component={Link} to={paths.showCode(code.code_id)} startIcon={<ArrowBackIcon />} size="small" sx={{ mb: 1, ml: -1 }}>
            The code
          </Button>
          <Dashboard title={code.name} codeId={code.code_id} />
        </>
      )}
    </CodeOfRoute>
  );
}
