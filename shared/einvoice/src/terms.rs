//! The business terms of EN 16931 (part 1, 6.2) that an invoice can be made of: their names, what they are, and where CII has
//! them (part 3-3, D16B), in the order of its schema.

use crate::codes::CodeList;

/// What a term says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The profile (BT-24).
    Profile,
    Text,
    /// A day, which CII writes in format 102 of UNTDID 2379.
    Date,
    /// The same where CII has it with another prefix.
    FormattedDate,
    /// An amount of money: two digits behind the point.
    Money,
    /// A quantity, a price or a rate: up to eight.
    Number,
    Code(CodeList),
    /// What stands beside another term: the text, and the term.
    Beside(&'static str, &'static str),
    /// Where repeated parts stand, or an element that is there even without content.
    Here(Option<Group>),
}

/// The first profile, by how much they take, that has a term. XRECHNUNG has what EN 16931 has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum From {
    Minimum,
    BasicWl,
    Basic,
    En,
    Extended,
}

/// Parts of an invoice that can be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Lines (BG-25).
    Lines,
    /// Allowances of the whole invoice (BG-20).
    Allowances,
    /// Its charges (BG-21).
    Charges,
    /// The breakdown of VAT (BG-23), which is computed; data that have one, too, are compared with it.
    Vat,
}

impl Group {
    /// All, with their names in a mapping and their numbers in the standard.
    pub(crate) const ALL: [(Group, &'static str, &'static str); 4] = [
        (Group::Lines, "lines", "BG-25"),
        (Group::Allowances, "allowances", "BG-20"),
        (Group::Charges, "charges", "BG-21"),
        (Group::Vat, "vat", "BG-23"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Group::ALL.iter().find(|(group, ..)| *group == self).map_or("", |(_, name, _)| name)
    }

    /// The terms of one of them.
    pub(crate) fn terms(self) -> &'static [Term] {
        match self {
            Group::Lines => LINE,
            Group::Allowances => ALLOWANCE,
            Group::Charges => CHARGE,
            Group::Vat => VAT,
        }
    }

    /// The element of one of them.
    pub(crate) fn element(self) -> &'static str {
        match self {
            Group::Lines => "IncludedSupplyChainTradeLineItem",
            Group::Allowances | Group::Charges => "SpecifiedTradeAllowanceCharge",
            Group::Vat => "ApplicableTradeTax",
        }
    }
}

/// A business term.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Term {
    /// Its name in a mapping.
    pub(crate) name: &'static str,
    /// Its number in the standard.
    pub(crate) number: &'static str,
    /// What it is, in a sentence.
    pub(crate) what: &'static str,
    pub(crate) kind: Kind,
    pub(crate) from: From,
    /// The way to its element; empty where it has none of its own. `#2` tells elements of one name apart.
    pub(crate) path: &'static str,
    /// An attribute of it: its name, the term that it has, and the text without one.
    pub(crate) attribute: Option<(&'static str, &'static str, &'static str)>,
}

impl Term {
    const fn with(self, name: &'static str, term: &'static str, text: &'static str) -> Term {
        Term { attribute: Some((name, term, text)), ..self }
    }

    /// It with its number: `the seller's name (BT-27)`.
    pub(crate) fn told(&self) -> String {
        format!("{} ({})", self.what, self.number)
    }
}

const fn term(
    (name, number, what): (&'static str, &'static str, &'static str),
    kind: Kind,
    from: From,
    path: &'static str,
) -> Term {
    Term { name, number, what, kind, from, path, attribute: None }
}

const fn here(group: Option<Group>, from: From, path: &'static str) -> Term {
    term(("", "", ""), Kind::Here(group), from, path)
}

const fn beside(text: &'static str, other: &'static str, path: &'static str) -> Term {
    term(("", "", ""), Kind::Beside(text, other), From::Minimum, path)
}

/// The place of a term in its table. For constants: a name that is none does not compile.
pub(crate) const fn at(terms: &[Term], name: &str) -> usize {
    let mut place = 0;
    loop {
        if same(terms[place].name.as_bytes(), name.as_bytes()) {
            return place;
        }
        place += 1;
    }
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    true
}

/// Terms of the invoice as a whole.
pub(crate) const INVOICE: &[Term] = &[
    term(("process", "BT-23", "the business process"), Kind::Text, From::Minimum, "ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID"),
    term(("profile", "BT-24", "the profile"), Kind::Profile, From::Minimum, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
    term(("number", "BT-1", "the invoice number"), Kind::Text, From::Minimum, "ExchangedDocument/ID"),
    term(("type", "BT-3", "the kind of invoice"), Kind::Code(CodeList::Kind), From::Minimum, "ExchangedDocument/TypeCode"),
    term(("date", "BT-2", "the date of issue"), Kind::Date, From::Minimum, "ExchangedDocument/IssueDateTime"),
    term(("note", "BT-22", "the note"), Kind::Text, From::BasicWl, "ExchangedDocument/IncludedNote/Content"),
    here(Some(Group::Lines), From::Basic, "SupplyChainTradeTransaction"),
    term(("buyerReference", "BT-10", "the buyer's reference"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerReference"),
    term(("seller.id", "BT-29", "the seller's id"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/ID"),
    term(("seller.name", "BT-27", "the seller's name"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/Name"),
    term(("seller.legalInfo", "BT-33", "the seller's legal information"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/Description"),
    term(("seller.registrationId", "BT-30", "the seller's registration"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedLegalOrganization/ID").with("schemeID", "seller.registrationScheme", ""),
    term(("seller.tradingName", "BT-28", "the seller's trading name"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedLegalOrganization/TradingBusinessName"),
    term(("seller.contact.name", "BT-41", "the seller's contact"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/DefinedTradeContact/PersonName"),
    term(("seller.contact.phone", "BT-42", "the seller's telephone number"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber"),
    term(("seller.contact.email", "BT-43", "the seller's e-mail address"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/DefinedTradeContact/EmailURIUniversalCommunication/URIID"),
    term(("seller.postcode", "BT-38", "the seller's post code"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/PostcodeCode"),
    term(("seller.street", "BT-35", "the seller's street"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/LineOne"),
    term(("seller.street2", "BT-36", "the seller's second address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/LineTwo"),
    term(("seller.street3", "BT-162", "the seller's third address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/LineThree"),
    term(("seller.city", "BT-37", "the seller's city"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/CityName"),
    term(("seller.country", "BT-40", "the seller's country"), Kind::Code(CodeList::Country), From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/CountryID"),
    term(("seller.region", "BT-39", "the seller's region"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/CountrySubDivisionName"),
    term(("seller.electronicAddress", "BT-34", "the seller's electronic address"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/URIUniversalCommunication/URIID").with("schemeID", "seller.electronicAddressScheme", "EM"),
    term(("seller.vatId", "BT-31", "the seller's VAT id"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedTaxRegistration/ID").with("schemeID", "", "VA"),
    term(("seller.taxNumber", "BT-32", "the seller's tax number"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/SpecifiedTaxRegistration#2/ID").with("schemeID", "", "FC"),
    term(("seller.registrationScheme", "BT-30-1", "the scheme of the seller's registration"), Kind::Code(CodeList::IdScheme), From::Minimum, ""),
    term(("seller.electronicAddressScheme", "BT-34-1", "the scheme of the seller's electronic address"), Kind::Code(CodeList::AddressScheme), From::BasicWl, ""),
    term(("buyer.id", "BT-46", "the buyer's id"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/ID"),
    term(("buyer.name", "BT-44", "the buyer's name"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/Name"),
    term(("buyer.registrationId", "BT-47", "the buyer's registration"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/SpecifiedLegalOrganization/ID").with("schemeID", "buyer.registrationScheme", ""),
    term(("buyer.tradingName", "BT-45", "the buyer's trading name"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/SpecifiedLegalOrganization/TradingBusinessName"),
    term(("buyer.contact.name", "BT-56", "the buyer's contact"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/DefinedTradeContact/PersonName"),
    term(("buyer.contact.phone", "BT-57", "the buyer's telephone number"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber"),
    term(("buyer.contact.email", "BT-58", "the buyer's e-mail address"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/DefinedTradeContact/EmailURIUniversalCommunication/URIID"),
    term(("buyer.postcode", "BT-53", "the buyer's post code"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/PostcodeCode"),
    term(("buyer.street", "BT-50", "the buyer's street"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/LineOne"),
    term(("buyer.street2", "BT-51", "the buyer's second address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/LineTwo"),
    term(("buyer.street3", "BT-163", "the buyer's third address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/LineThree"),
    term(("buyer.city", "BT-52", "the buyer's city"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/CityName"),
    term(("buyer.country", "BT-55", "the buyer's country"), Kind::Code(CodeList::Country), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/CountryID"),
    term(("buyer.region", "BT-54", "the buyer's region"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/CountrySubDivisionName"),
    term(("buyer.electronicAddress", "BT-49", "the buyer's electronic address"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/URIUniversalCommunication/URIID").with("schemeID", "buyer.electronicAddressScheme", "EM"),
    term(("buyer.vatId", "BT-48", "the buyer's VAT id"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/SpecifiedTaxRegistration/ID").with("schemeID", "", "VA"),
    term(("buyer.registrationScheme", "BT-47-1", "the scheme of the buyer's registration"), Kind::Code(CodeList::IdScheme), From::Minimum, ""),
    term(("buyer.electronicAddressScheme", "BT-49-1", "the scheme of the buyer's electronic address"), Kind::Code(CodeList::AddressScheme), From::BasicWl, ""),
    term(("salesOrder", "BT-14", "the seller's order number"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerOrderReferencedDocument/IssuerAssignedID"),
    term(("orderReference", "BT-13", "the buyer's order number"), Kind::Text, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerOrderReferencedDocument/IssuerAssignedID"),
    term(("contractReference", "BT-12", "the contract number"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/ContractReferencedDocument/IssuerAssignedID"),
    here(None, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery"),
    term(("delivery.locationId", "BT-71", "the id of the place of delivery"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/ID"),
    term(("delivery.name", "BT-70", "the name of who is delivered to"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/Name"),
    term(("delivery.postcode", "BT-78", "the place of delivery: post code"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/PostcodeCode"),
    term(("delivery.street", "BT-75", "the place of delivery: street"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/LineOne"),
    term(("delivery.street2", "BT-76", "the place of delivery: second address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/LineTwo"),
    term(("delivery.street3", "BT-165", "the place of delivery: third address line"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/LineThree"),
    term(("delivery.city", "BT-77", "the place of delivery: city"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/CityName"),
    term(("delivery.country", "BT-80", "the place of delivery: country"), Kind::Code(CodeList::Country), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/CountryID"),
    term(("delivery.region", "BT-79", "the place of delivery: region"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress/CountrySubDivisionName"),
    term(("delivery.date", "BT-72", "the date of delivery"), Kind::Date, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime"),
    term(("despatchAdvice", "BT-16", "the number of the despatch advice"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/DespatchAdviceReferencedDocument/IssuerAssignedID"),
    term(("payment.creditorId", "BT-90", "the creditor's id"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/CreditorReferenceID"),
    term(("payment.reference", "BT-83", "the reference of the payment"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/PaymentReference"),
    term(("currency", "BT-5", "the currency"), Kind::Code(CodeList::Currency), From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode"),
    term(("payment.means", "BT-81", "the way of payment"), Kind::Code(CodeList::PaymentMeans), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/TypeCode"),
    term(("payment.meansText", "BT-82", "the way of payment in words"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/Information"),
    term(("payment.debitedIban", "BT-91", "the account that is debited"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/PayerPartyDebtorFinancialAccount/IBANID"),
    term(("payment.iban", "BT-84", "the account that is paid to"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID"),
    term(("payment.accountName", "BT-85", "the name of the account"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/AccountName"),
    term(("payment.bic", "BT-86", "the bank (BIC)"), Kind::Text, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID"),
    here(Some(Group::Vat), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"),
    term(("period.start", "BT-73", "the beginning of the period"), Kind::Date, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/BillingSpecifiedPeriod/StartDateTime"),
    term(("period.end", "BT-74", "the end of the period"), Kind::Date, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/BillingSpecifiedPeriod/EndDateTime"),
    here(Some(Group::Allowances), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"),
    here(Some(Group::Charges), From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"),
    term(("payment.terms", "BT-20", "the terms of payment"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms/Description"),
    term(("dueDate", "BT-9", "the day when it is due"), Kind::Date, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms/DueDateDateTime"),
    term(("payment.mandate", "BT-89", "the mandate of the direct debit"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms/DirectDebitMandateID"),
    term(("totals.lines", "BT-106", "the sum of the lines"), Kind::Money, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/LineTotalAmount"),
    term(("totals.charges", "BT-108", "the sum of charges"), Kind::Money, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/ChargeTotalAmount"),
    term(("totals.allowances", "BT-107", "the sum of allowances"), Kind::Money, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/AllowanceTotalAmount"),
    term(("totals.net", "BT-109", "the total without VAT"), Kind::Money, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TaxBasisTotalAmount"),
    term(("totals.vat", "BT-110", "the total VAT"), Kind::Money, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount").with("currencyID", "currency", ""),
    term(("totals.rounding", "BT-114", "the rounding"), Kind::Money, From::En, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/RoundingAmount"),
    term(("totals.gross", "BT-112", "the total with VAT"), Kind::Money, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount"),
    term(("totals.paid", "BT-113", "what is paid already"), Kind::Money, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TotalPrepaidAmount"),
    term(("totals.due", "BT-115", "the amount due"), Kind::Money, From::Minimum, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount"),
    term(("precedingInvoice.number", "BT-25", "the number of the invoice before"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceReferencedDocument/IssuerAssignedID"),
    term(("precedingInvoice.date", "BT-26", "the date of the invoice before"), Kind::FormattedDate, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceReferencedDocument/FormattedIssueDateTime"),
    term(("accountingReference", "BT-19", "the buyer's accounting reference"), Kind::Text, From::BasicWl, "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/ReceivableSpecifiedTradeAccountingAccount/ID"),
];

/// Terms of a line (BG-25).
pub(crate) const LINE: &[Term] = &[
    term(
        ("id", "BT-126", "the number of the line"),
        Kind::Text,
        From::Basic,
        "AssociatedDocumentLineDocument/LineID",
    ),
    term(
        ("note", "BT-127", "the note on the line"),
        Kind::Text,
        From::Basic,
        "AssociatedDocumentLineDocument/IncludedNote/Content",
    ),
    term(("gtin", "BT-157", "the item's GTIN"), Kind::Text, From::Basic, "SpecifiedTradeProduct/GlobalID")
        .with("schemeID", "", "0160"),
    term(
        ("sellerItemId", "BT-155", "the seller's number of the item"),
        Kind::Text,
        From::En,
        "SpecifiedTradeProduct/SellerAssignedID",
    ),
    term(
        ("buyerItemId", "BT-156", "the buyer's number of the item"),
        Kind::Text,
        From::En,
        "SpecifiedTradeProduct/BuyerAssignedID",
    ),
    term(("name", "BT-153", "the name of the item"), Kind::Text, From::Basic, "SpecifiedTradeProduct/Name"),
    term(
        ("description", "BT-154", "the description of the item"),
        Kind::Text,
        From::En,
        "SpecifiedTradeProduct/Description",
    ),
    term(
        ("originCountry", "BT-159", "the country that the item comes from"),
        Kind::Code(CodeList::Country),
        From::En,
        "SpecifiedTradeProduct/OriginTradeCountry/ID",
    ),
    term(
        ("orderLine", "BT-132", "the line of the buyer's order"),
        Kind::Text,
        From::En,
        "SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument/LineID",
    ),
    term(
        ("price", "BT-146", "the net price"),
        Kind::Number,
        From::Basic,
        "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
    ),
    term(
        ("baseQuantity", "BT-149", "the quantity that the price is for"),
        Kind::Number,
        From::Basic,
        "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity",
    )
    .with("unitCode", "unit", ""),
    term(
        ("quantity", "BT-129", "the quantity"),
        Kind::Number,
        From::Basic,
        "SpecifiedLineTradeDelivery/BilledQuantity",
    )
    .with("unitCode", "unit", ""),
    term(("unit", "BT-130", "the unit of the quantity"), Kind::Code(CodeList::Unit), From::Basic, ""),
    beside("VAT", "vatCategory", "SpecifiedLineTradeSettlement/ApplicableTradeTax/TypeCode"),
    term(
        ("vatExemption.reason", "BT-120", "why no VAT is to be paid"),
        Kind::Text,
        From::Extended,
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/ExemptionReason",
    ),
    term(
        ("vatCategory", "BT-151", "the category of VAT"),
        Kind::Code(CodeList::Tax),
        From::Basic,
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
    ),
    term(
        ("vatExemption.code", "BT-121", "the code of why no VAT is to be paid"),
        Kind::Code(CodeList::Exemption),
        From::Extended,
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/ExemptionReasonCode",
    ),
    term(
        ("vatRate", "BT-152", "the rate of VAT"),
        Kind::Number,
        From::Basic,
        "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",
    ),
    term(
        ("period.start", "BT-134", "the beginning of the period of the line"),
        Kind::Date,
        From::Basic,
        "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/StartDateTime",
    ),
    term(
        ("period.end", "BT-135", "the end of the period of the line"),
        Kind::Date,
        From::Basic,
        "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/EndDateTime",
    ),
    beside(
        "false",
        "allowance.amount",
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/ChargeIndicator/Indicator",
    ),
    term(
        ("allowance.amount", "BT-136", "the allowance of the line"),
        Kind::Money,
        From::Basic,
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/ActualAmount",
    ),
    term(
        ("allowance.reason", "BT-139", "the reason of the allowance"),
        Kind::Text,
        From::Basic,
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/Reason",
    ),
    beside(
        "true",
        "charge.amount",
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge#2/ChargeIndicator/Indicator",
    ),
    term(
        ("charge.amount", "BT-141", "the charge of the line"),
        Kind::Money,
        From::Basic,
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge#2/ActualAmount",
    ),
    term(
        ("charge.reason", "BT-144", "the reason of the charge"),
        Kind::Text,
        From::Basic,
        "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge#2/Reason",
    ),
    term(
        ("net", "BT-131", "the net amount"),
        Kind::Money,
        From::Basic,
        "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
    ),
    term(
        ("accountingReference", "BT-133", "the line's accounting reference"),
        Kind::Text,
        From::En,
        "SpecifiedLineTradeSettlement/ReceivableSpecifiedTradeAccountingAccount/ID",
    ),
];

/// Terms of an allowance (BG-20).
pub(crate) const ALLOWANCE: &[Term] = &[
    beside("false", "amount", "ChargeIndicator/Indicator"),
    term(
        ("percent", "BT-94", "the percentage of the allowance"),
        Kind::Number,
        From::BasicWl,
        "CalculationPercent",
    ),
    term(("base", "BT-93", "the amount that the allowance is of"), Kind::Money, From::BasicWl, "BasisAmount"),
    term(("amount", "BT-92", "the amount of the allowance"), Kind::Money, From::BasicWl, "ActualAmount"),
    term(("reason", "BT-97", "the reason of the allowance"), Kind::Text, From::BasicWl, "Reason"),
    beside("VAT", "vatCategory", "CategoryTradeTax/TypeCode"),
    term(
        ("vatExemption.reason", "BT-120", "why no VAT is to be paid"),
        Kind::Text,
        From::Extended,
        "CategoryTradeTax/ExemptionReason",
    ),
    term(
        ("vatCategory", "BT-95", "the category of VAT of the allowance"),
        Kind::Code(CodeList::Tax),
        From::BasicWl,
        "CategoryTradeTax/CategoryCode",
    ),
    term(
        ("vatExemption.code", "BT-121", "the code of why no VAT is to be paid"),
        Kind::Code(CodeList::Exemption),
        From::Extended,
        "CategoryTradeTax/ExemptionReasonCode",
    ),
    term(
        ("vatRate", "BT-96", "the rate of VAT of the allowance"),
        Kind::Number,
        From::BasicWl,
        "CategoryTradeTax/RateApplicablePercent",
    ),
];

/// Terms of a charge (BG-21).
pub(crate) const CHARGE: &[Term] = &[
    beside("true", "amount", "ChargeIndicator/Indicator"),
    term(
        ("percent", "BT-101", "the percentage of the charge"),
        Kind::Number,
        From::BasicWl,
        "CalculationPercent",
    ),
    term(("base", "BT-100", "the amount that the charge is of"), Kind::Money, From::BasicWl, "BasisAmount"),
    term(("amount", "BT-99", "the amount of the charge"), Kind::Money, From::BasicWl, "ActualAmount"),
    term(("reason", "BT-104", "the reason of the charge"), Kind::Text, From::BasicWl, "Reason"),
    beside("VAT", "vatCategory", "CategoryTradeTax/TypeCode"),
    term(
        ("vatExemption.reason", "BT-120", "why no VAT is to be paid"),
        Kind::Text,
        From::Extended,
        "CategoryTradeTax/ExemptionReason",
    ),
    term(
        ("vatCategory", "BT-102", "the category of VAT of the charge"),
        Kind::Code(CodeList::Tax),
        From::BasicWl,
        "CategoryTradeTax/CategoryCode",
    ),
    term(
        ("vatExemption.code", "BT-121", "the code of why no VAT is to be paid"),
        Kind::Code(CodeList::Exemption),
        From::Extended,
        "CategoryTradeTax/ExemptionReasonCode",
    ),
    term(
        ("vatRate", "BT-103", "the rate of VAT of the charge"),
        Kind::Number,
        From::BasicWl,
        "CategoryTradeTax/RateApplicablePercent",
    ),
];

/// Terms of the VAT of one category (BG-23).
pub(crate) const VAT: &[Term] = &[
    term(("amount", "BT-117", "the tax of the category"), Kind::Money, From::BasicWl, "CalculatedAmount"),
    beside("VAT", "category", "TypeCode"),
    term(
        ("exemption.reason", "BT-120", "why no VAT is to be paid"),
        Kind::Text,
        From::BasicWl,
        "ExemptionReason",
    ),
    term(
        ("basis", "BT-116", "the taxable amount of the category"),
        Kind::Money,
        From::BasicWl,
        "BasisAmount",
    ),
    term(
        ("category", "BT-118", "the category of VAT"),
        Kind::Code(CodeList::Tax),
        From::BasicWl,
        "CategoryCode",
    ),
    term(
        ("exemption.code", "BT-121", "the code of why no VAT is to be paid"),
        Kind::Code(CodeList::Exemption),
        From::BasicWl,
        "ExemptionReasonCode",
    ),
    term(("rate", "BT-119", "the rate of VAT"), Kind::Number, From::BasicWl, "RateApplicablePercent"),
];
