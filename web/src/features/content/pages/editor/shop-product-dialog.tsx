import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Avatar from "@mui/material/Avatar";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemAvatar from "@mui/material/ListItemAvatar";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { priceText } from "@/blocks/price";
import { type ShopProduct, shopProductsQuery, useShopProduct } from "@/features/content/pages/api/shop-products";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { SearchBox } from "@/shared/components/search-box";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** The data that a block copies from a product. */
export interface TakenProduct {
  shop_product_id: string;
  name: string;
  price_cents: number;
  currency: string;
  picture_url: string | null;
  href: string | null;
}

interface ShopProductDialogProps {
  onClose: () => void;
  onTake: (product: TakenProduct) => void;
}

/** Chooses a product of the connected shop. */
export function ShopProductDialog({ onClose, onTake }: ShopProductDialogProps) {
  const [text, setText] = useState("");
  const use = useShopProduct();
  const take = (product: ShopProduct) => {
    handleResult(use.mutateAsync(product.product_id), {
      onSuccess: ({ product_id, name, price_cents, currency, picture_url, url }) =>
        onTake({ shop_product_id: product_id, name, price_cents, currency, picture_url, href: url }),
    });
  };
  return (
    <Dialog open onClose={use.isPending ? undefined : onClose} fullWidth maxWidth="sm">
      <DialogTitle>
        <Trans>Products of your shop</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <SearchBox label={t`Search by title`} value={text} onChange={setText} />
          {use.isError ? <Alert severity="error">{messageOf(use.error)}</Alert> : null}
          <Products text={text.trim()} isTaking={use.isPending} onTake={take} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={use.isPending}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ProductsProps {
  text: string;
  isTaking: boolean;
  onTake: (product: ShopProduct) => void;
}

function Products({ text, isTaking, onTake }: ProductsProps) {
  const query = useInfiniteQuery(shopProductsQuery(text));
  if (query.isPending) {
    return <Skeleton variant="rounded" height={224} aria-label={t`Loading products`} />;
  }
  if (query.isError) {
    return query.error instanceof ApiError && query.error.code === "not_connected" ? (
      <Alert
        severity="info"
        action={
          <Button component={Link} to={paths.integrations} color="inherit" size="small">
            <Trans>Connect a shop</Trans>
          </Button>
        }
      >
        <Trans>No shop is connected, or the connection is paused.</Trans>
      </Alert>
    ) : (
      <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const products = query.data.pages.flatMap((page) => page.items);
  if (products.length === 0) {
    return (
      <Typography color="textSecondary">
        {text === "" ? t`The shop has no products yet.` : t`No product title starts with this.`}
      </Typography>
    );
  }
  return (
    <>
      <List disablePadding>
        {products.map((product) => (
          <ListItem key={product.product_id} disablePadding>
            <ListItemButton disabled={isTaking} onClick={() => onTake(product)}>
              <ListItemAvatar>
                <Avatar variant="rounded" src={product.picture_url ?? undefined} alt="">
                  {product.title.slice(0, 1)}
                </Avatar>
              </ListItemAvatar>
              <ListItemText
                primary={product.title}
                secondary={secondaryOf(product)}
                slotProps={{ primary: { sx: { overflowWrap: "anywhere" } } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {query.hasNextPage ? (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  );
}

function secondaryOf({ price_cents, currency, is_available }: ShopProduct): string {
  const price = priceText(price_cents, currency, "en");
  return is_available ? price : t`${price} · not on sale, so visitors won’t see it`;
}
