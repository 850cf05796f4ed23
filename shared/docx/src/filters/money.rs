//! Amounts of money in a language.

use fixed_decimal::{Decimal, Sign};
use icu_decimal::DecimalFormatter;
use icu_experimental::dimension::currency::formatter::CurrencyFormatter;
use icu_locale_core::preferences::extensions::unicode::keywords::CurrencyType;
use minijinja::{Error, State, Value};

use super::arguments::{Arguments, Given};
use super::fault::{misused, wrong};
use super::locale::Locale;
use super::numbers::decimal;

/// The currencies in use (ISO 4217).
const CODES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN \
BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF \
GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD \
LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR \
PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY \
TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XAG XAU XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// `currency(code, locale=None)`; the decimals are the currency's own.
pub(super) fn currency(state: &State, value: &Value, args: Given) -> Result<Value, Error> {
    if value.is_undefined() || value.is_none() {
        return Ok(value.clone());
    }
    let args = Arguments::of(args, &["code", "locale"])?;
    let locale = Locale::asked(state, &args)?;
    let code = args.get("code").ok_or_else(|| misused("say which currency, as in `currency(\"EUR\")`"))?;
    let currency = known(code)?;
    let amount = decimal(value)?;
    let formatter = CurrencyFormatter::<DecimalFormatter>::try_new_symbol(
        (&locale.tag).into(),
        currency,
        Default::default(),
    );
    let formatter = formatter.map_err(|error| misused(error.to_string()))?;
    let written = |amount: &Decimal| formatter.format_fixed_decimal(amount).to_string();
    // What rounds to nothing, to the currency's own decimals, has no sign.
    let unsigned = Decimal::new(Sign::None, amount.absolute.clone());
    let nothing = written(&Decimal::default());
    let text = written(&unsigned);
    Ok(Value::from(if text == nothing { text } else { written(&amount) }))
}

/// The code of a currency that is in use.
fn known(code: &Value) -> Result<CurrencyType, Error> {
    let upper = code.to_string().to_ascii_uppercase();
    let found = CODES.split(' ').find(|known| *known == upper).and_then(|known| known.parse().ok());
    found.ok_or_else(|| wrong(code, "currency", "a code of ISO 4217 such as EUR"))
}
