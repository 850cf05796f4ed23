//! Where an invoice has its parts.

use crate::element::Element;

pub(crate) const DOCUMENT: &str = "ExchangedDocument";
pub(crate) const AGREEMENT: &str = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
pub(crate) const SELLER: &str = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty";
pub(crate) const SETTLEMENT: &str = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
pub(crate) const TOTALS: &str = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation";

/// The net amount of a line (BT-131).
pub(crate) const NET: &str =
    "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";

/// Whether what is allowed or charged (BG-20, BG-21) is charged.
pub(crate) fn is_charge(each: Element<'_>) -> bool {
    matches!(each.text_at("ChargeIndicator/Indicator").as_deref(), Some("true" | "1"))
}

/// The lines that count: EXTENDED has others that only group or explain them (BT-X-8).
pub(crate) fn lines(root: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    let all = root.find("SupplyChainTradeTransaction").into_iter();
    let all = all.flat_map(|transaction| transaction.children("IncludedSupplyChainTradeLineItem"));
    all.filter(|line| {
        let kind = line.text_at("AssociatedDocumentLineDocument/LineStatusReasonCode");
        kind.is_none_or(|kind| kind == "DETAIL")
    })
}
