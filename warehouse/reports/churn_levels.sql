-- grain: one level of churn risk
-- source: customer_acts, loyalty_entries, churn_risk
-- columns: risk, customers, share, average_days_since, average_usual_days
select
    risk,
    count(*) as customers,
    count(*) / sum(count(*)) over () as share,
    avg(days_since_last) as average_days_since,
    avg(usual_days) as average_usual_days
from churn_risk_report
group by risk
