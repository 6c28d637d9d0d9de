import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { ShopProductDialog, type TakenProduct } from "@/features/content/pages/editor/shop-product-dialog";

interface ShopProductFieldProps {
  /** The number of the product that the block follows, or empty for none. */
  value: string;
  onTake: (product: TakenProduct) => void;
  onDetach: () => void;
}

/** Fills the block with a product of the connected shop, which it follows from then on. */
export function ShopProductField({ value, onTake, onDetach }: ShopProductFieldProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Stack spacing={1}>
      {value === "" ? null : (
        <Alert severity="info">
          <Trans>
            Name, price, picture and link come from the shop. Visitors don’t see the block while the product isn’t on
            sale.
          </Trans>
        </Alert>
      )}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
        <Button variant="outlined" onClick={() => setChoosing(true)}>
          {value === "" ? t`Choose from your shop` : t`Choose another product`}
        </Button>
        {value === "" ? null : (
          <Button onClick={onDetach}>
            <Trans>Unlink product</Trans>
          </Button>
        )}
      </Stack>
      {isChoosing ? (
        <ShopProductDialog
          onClose={() => setChoosing(false)}
          onTake={(product) => {
            setChoosing(false);
            onTake(product);
          }}
        />
      ) : null}
    </Stack>
  );
}
